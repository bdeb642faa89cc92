import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { judgeChange, type Membership, type MembershipChange } from '@palabre/common/rules/society-membership.ts';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { act, admit, found } from '../../test/people/societies.ts';
import { removeStanding, setStanding } from './societies.store.ts';

const palabre = await startPalabre();
const { kysely } = palabre.services.database;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => palabre.register()));
const one = async (person: Person, { _id: id }: { _id: string }) =>
  (await person.ok(api.societies.one, { params: { id } })).society;
const mine = async (person: Person) => (await person.ok(api.societies.mine, { params: { id: person.id } })).society;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Registers the people of one society; each case sets their membership. */
const stage = async () => {
  const [owner, second, member, pending, stranger, target, admin] = (await people(7)) as [
    ...[Person, Person, Person, Person, Person, Person, Person],
  ];
  await kysely.updateTable('users').set({ admin: true }).where('id', '=', admin.id).execute();
  await palabre.services.sessions.refresh(admin.id);
  const society = await found(owner);
  // Where there is a whitelist, only a person with a proven address may ask to join.
  await palabre.prove(target);
  await admit(owner, society, 'owner', second);
  await admit(owner, society, 'member', member);
  await admit(owner, society, 'pending', pending);
  const become = async (wanted: Membership) => {
    await removeStanding(kysely, society._id, target.id);
    if (wanted !== 'none') await setStanding(kysely, society._id, [target.id], wanted);
  };
  return { actors: { owner, member, pending, stranger, admin }, target, society, become };
};

describe('every change of a membership', async () => {
  const { actors, target, society, become } = await stage();
  const standings: Record<keyof typeof actors, Membership> = {
    owner: 'owner',
    member: 'member',
    pending: 'pending',
    stranger: 'none',
    admin: 'none',
  };
  const now = async () => (await mine(target))?.membership ?? 'none';
  /** Each change, and a standing from which it is made; `society-membership.test.ts` tests the table of all. */
  const changes: [MembershipChange, Membership][] = [
    ['join', 'none'],
    ['leave', 'owner'],
    ['removePendingUser', 'pending'],
    ['accept', 'pending'],
    ['decline', 'pending'],
    ['addOwner', 'member'],
    ['removeUser', 'member'],
  ];

  test.each(changes)('%s of a person who is %s, by every kind of actor', async (change, standing) => {
    const facts = { owners: standing === 'owner' ? 3 : 2, address: 'unlisted' as const, target: standing };
    for (const [name, by] of Object.entries({ ...actors, self: target })) {
      await become(standing);
      const onSelf = name === 'self';
      const actor = onSelf ? standing : standings[name as keyof typeof actors];
      const expected = judgeChange(change, { ...facts, actor, onSelf });
      const { status, body } = await act(by, society, change, target);
      if ('refused' in expected) {
        expect([name, status, body.code]).toEqual([
          name,
          expected.refused === 'forbidden' ? 403 : 409,
          expected.refused,
        ]);
        expect([name, await now()]).toEqual([name, standing]);
      } else {
        expect([name, status, await now()]).toEqual([name, 200, expected.becomes]);
        expect(body.society.membership).toBe(onSelf ? expected.becomes : actor);
      }
    }
  });

  test.each(['settings', 'addWhitelist', 'addWhitelistBulk', 'removeWhitelist', 'deletion'] as const)(
    'and %s are for owners alone',
    async what => {
      const params = { id: society._id };
      const bodies = {
        settings: { name: 'Atelier Tilleul' },
        addWhitelist: { action: 'addWhitelist', email: 'a@b.fr' },
        addWhitelistBulk: { action: 'addWhitelistBulk', emails: '["c@d.fr"]' },
        removeWhitelist: { action: 'removeWhitelist', email: 'a@b.fr' },
      } as const;
      const before = await one(actors.owner, society);
      for (const [name, by] of Object.entries(actors)) {
        if (what === 'deletion' && name === 'owner') continue;
        const { status } =
          what === 'deletion'
            ? await by.call(api.societies.remove, { params })
            : await by.call(api.societies.update, { params, body: bodies[what] });
        expect([name, status]).toEqual([name, name === 'owner' ? 200 : 403]);
        if (name === 'owner') continue;
        const now = await one(actors.owner, society);
        expect([name, { ...now, whitelist: [] }]).toEqual([name, { ...before, whitelist: [] }]);
      }
    },
  );

  test('without a target is made of oneself, and of no unknown person', async () => {
    await become('none');
    expect((await act(target, society, 'join')).body).toMatchObject({
      message: 'Votre demande pour rejoindre la société a été envoyée.',
      society: { membership: 'pending' },
    });
    expect((await act(target, society, 'removePendingUser')).body).toMatchObject({
      message: 'Votre demande a été annulée.',
      society: { membership: 'none' },
    });
    await become('member');
    expect((await act(target, society, 'leave')).body).toMatchObject({
      message: 'Votre demande pour quitter la société a été envoyée.',
      society: { membership: 'none' },
    });
    expect(codeOf(await act(actors.owner, society, 'accept'))).toEqual([400, 'invalid_input']);
    expect(codeOf(await act(actors.owner, society, 'accept', { id: newId() }))).toEqual([409, 'not_in_society']);
    const body = { action: 'promote', targetUserId: target.id };
    expect((await actors.owner.raw('PUT', `/api/society/${society._id}`, { body })).status).toBe(400);
  });
});

test('A society keeps its last owner when the other one leaves at the same time', async () => {
  const [camille, karim] = (await people(2)) as [Person, Person];
  const society = await found(camille);
  await admit(camille, society, 'owner', karim);
  const held = await holdLock(palabre, 'SELECT FROM societies WHERE id = $1 FOR UPDATE', [society._id]);
  const left = act(karim, society, 'leave');
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  await held.query(`UPDATE society_people SET standing = 'member' WHERE user_id = $1`, [camille.id]);
  await held.query('COMMIT');
  expect(codeOf(await left)).toEqual([409, 'last_owner']);
  expect((await one(karim, society)).owners).toEqual([karim.id]);
});

test('A society’s settings are refused to an owner who is no longer one when it is their turn', async () => {
  const [camille, karim] = (await people(2)) as [Person, Person];
  const society = await found(camille);
  await admit(camille, society, 'owner', karim);
  const held = await holdLock(palabre, 'SELECT FROM societies WHERE id = $1 FOR UPDATE', [society._id]);
  const renamed = karim.call(api.societies.update, { params: { id: society._id }, body: { name: 'Tilleul' } });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  await held.query(`UPDATE society_people SET standing = 'member' WHERE user_id = $1`, [karim.id]);
  await held.query('COMMIT');
  expect(codeOf(await renamed)).toEqual([403, 'forbidden']);
  expect((await one(camille, society)).name).toBe(society.name);
});

test('A society has a hundred owners at most, and who becomes one is told', async () => {
  const [camille, karim] = (await people(2)) as [Person, Person];
  const society = await found(camille);
  await admit(camille, society, 'member', karim);
  await sql`
    WITH people AS (
      INSERT INTO users (id, first_name, last_name, email, society_id)
      SELECT gen_random_uuid(), 'Personne', n::text, 'p' || n || '@proprietaires.fr', ${society._id}::uuid
      FROM generate_series(2, ${limits.societyOwners}::int) AS n RETURNING id
    )
    INSERT INTO society_people (user_id, society_id, standing) SELECT id, ${society._id}::uuid, 'owner' FROM people
  `.execute(kysely);
  expect(codeOf(await act(camille, society, 'addOwner', karim))).toEqual([409, 'too_many_owners']);
  expect((await mine(karim))?.membership).toBe('member');
  await sql`DELETE FROM users WHERE email = 'p2@proprietaires.fr'`.execute(kysely);
  expect((await act(camille, society, 'addOwner', karim)).status).toBe(200);
  const { notifications } = await karim.ok(api.notifications.list);
  expect(notifications[0]).toMatchObject({
    content: 'Vous êtes maintenant propriétaire de la société «\u202fAtelier Tilleul\u202f».',
    link: '/userSociety',
    actor: { _id: camille.id },
  });
});
