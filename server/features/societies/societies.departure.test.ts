import { api } from '@palabre/common/contract/index.ts';
import { describe, expect, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { act, admit, found } from '../../test/people/societies.ts';

const palabre = await startPalabre();
const people = (count: number) => Promise.all(Array.from({ length: count }, () => palabre.register()));
const one = async (person: Person, { _id: id }: { _id: string }) =>
  (await person.ok(api.societies.one, { params: { id } })).society;

describe('the departure of a person', async () => {
  const [administrator] = (await people(1)) as [Person];
  await palabre.makeAdministrator(administrator);
  const depart = ({ id }: Person, body: { heirId?: string; leaves?: boolean }) =>
    administrator.ok(api.administration.depart, { params: { id }, body });
  const inbox = async (person: Person) => (await person.ok(api.notifications.list)).notifications;

  test('hands their society over to the oldest member whose account is open, and leaves them in it unless asked', async () => {
    const [camille, pending, shut, ...others] = (await people(5)) as [Person, Person, Person, Person, Person];
    // The oldest member has the youngest account.
    const [karim, yann] = others.sort((one, other) => (one.id < other.id ? 1 : -1)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'pending', pending);
    await admit(camille, society, 'member', shut, karim, yann);
    await administrator.ok(api.administration.suspend, { params: { id: shut.id } });
    // The preferred heir is not a member.
    const [his, theirs] = [await karim.connect(), await yann.connect()];
    await depart(camille, { heirId: pending.id });
    const now = await one(karim, society);
    expect([now.owners, now.users]).toEqual([[karim.id], [karim.id, camille.id, shut.id, yann.id]]);
    expect(await his.next('updateSociety')).toMatchObject({ membership: 'owner', owners: [karim.id] });
    expect(await theirs.next('updateSociety')).toMatchObject({ membership: 'member', owners: [karim.id] });
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'society_owner_added', limit: 1 } });
    expect(entries).toMatchObject([
      {
        actorId: administrator.id,
        targetId: karim.id,
        placeId: society._id,
        reason: expect.stringMatching(/^Départ /),
      },
    ]);
    expect((await inbox(karim))[0]).toMatchObject({
      type: 'society',
      content: expect.stringMatching(
        /^Vous êtes maintenant propriétaire de la société «\u202fAtelier Tilleul\u202f», /,
      ),
      ...{ actor: { _id: administrator.id }, link: '/userSociety' },
    });
  });

  test('leaves a society that they alone own to them where nobody was chosen to follow, even when they are to leave', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    await depart(camille, { leaves: true });
    expect(await one(karim, society)).toMatchObject({ owners: [camille.id], users: [camille.id, karim.id] });
    expect(await inbox(karim)).toMatchObject([{ link: '/userSociety', actor: { _id: camille.id } }]);
  });

  test('takes them out of a society that others own too, which nobody else is to own', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'owner', karim);
    await admit(camille, society, 'member', yann);
    const theirs = await yann.connect();
    await depart(camille, { heirId: yann.id, leaves: true });
    expect(await one(karim, society)).toMatchObject({ owners: [karim.id], users: [karim.id, yann.id] });
    expect(await theirs.next('updateSociety')).toMatchObject({ membership: 'member', usersCount: 2 });
    const { entries } = await administrator.ok(api.audit.list, {
      query: { action: 'society_member_removed', limit: 1 },
    });
    expect(entries).toMatchObject([{ actorId: administrator.id, targetId: camille.id, placeId: society._id }]);
  });

  test('leaves alone a society that they have left meanwhile for another', async () => {
    const [camille, karim, yann, helene] = (await people(4)) as [Person, Person, Person, Person];
    const [left, other] = [await found(camille), await found(yann)];
    await admit(camille, left, 'member', karim, helene);
    const held = await holdLock(palabre, 'SELECT FROM societies WHERE id = $1 FOR UPDATE', [left._id]);
    const departed = depart(camille, { heirId: helene.id, leaves: true });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('UPDATE society_people SET society_id = $1 WHERE user_id = $2', [other._id, camille.id]);
    await held.query(`UPDATE society_people SET standing = 'owner' WHERE user_id = $1`, [karim.id]);
    await held.query('COMMIT');
    await departed;
    expect((await one(karim, left)).owners).toEqual([karim.id]);
    expect((await one(yann, other)).owners.toSorted()).toEqual([camille.id, yann.id].toSorted());
  });

  test('leaves nothing to answer of a request that they made', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    await act(karim, await found(camille), 'join');
    expect(await inbox(camille)).toMatchObject([{ isRead: false }]);
    await depart(karim, { leaves: true });
    expect(await inbox(camille)).toMatchObject([{ isRead: true }]);
    const { entries } = await administrator.ok(api.audit.list, { query: { limit: 5 } });
    expect(entries.map(({ action }) => action)).toContain('society_declined');
  });
});
