import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { mailsTo } from '../../../test/outbox.ts';

let palabre: Palabre;
let administrator: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});

const name = (of: Person, by = administrator) =>
  by.call(api.administration.makeAdministrator, { params: { id: of.id } });
const end = (of: Person, by = administrator) => by.call(api.administration.endAdministrator, { params: { id: of.id } });
const endSessions = (of: Person, by = administrator) =>
  by.call(api.administration.endSessions, { params: { id: of.id } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const isAdmin = async (person: Person) => (await person.ok(api.users.me)).user.admin;
const journal = async (target: Person) =>
  (await administrator.ok(api.audit.list, { query: { target: target.user.email } })).entries.map(
    ({ action }) => action,
  );
async function mails(person: Person) {
  await jobsDone(palabre, 'mail.send');
  return mailsTo(palabre.dataDir, person.user.email);
}
/** Registers a person whose address is proven. */
async function known(firstName = 'Karim'): Promise<Person> {
  const person = await palabre.register({ firstName });
  await palabre.prove(person);
  return person;
}

describe('an administrator', () => {
  it('makes somebody administrator, who reaches the administration at once and is told by mail and in the inbox', async () => {
    const karim = await known();
    const [his, hers] = [await karim.connect(), await administrator.connect()];
    const others = await (await palabre.register()).connect();
    expect((await karim.call(api.administration.users)).status).toBe(404);
    const { status, body } = await name(karim);
    expect([status, body.message]).toEqual([200, 'Cette personne administre maintenant Palabre.']);
    expect([await isAdmin(karim), (await karim.call(api.administration.users)).status]).toEqual([true, 200]);
    for (const ears of [his, hers]) expect((await ears.next('updateUser'))._id).toBe(karim.id);
    await others.none('updateUser');
    expect(await his.next('newNotification')).toMatchObject({
      ...{ type: 'workspace', content: 'Vous administrez maintenant Palabre.', link: '/settings/admin' },
      actor: { _id: administrator.id },
    });
    const [mail] = (await mails(karim)).slice(-1);
    expect(mail?.subject).toBe('Vous administrez maintenant Palabre');
    expect(mail?.text).toContain('Agathe Roy');
    // A second time changes nothing, and tells nobody.
    const before = (await mails(karim)).length;
    await name(karim);
    expect((await mails(karim)).length).toBe(before);
    expect(await journal(karim)).toEqual(['administrator_made']);
  });

  it('takes the right from somebody else, at once', async () => {
    const karim = await known();
    await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { timeZone: 'Pacific/Auckland' } });
    await name(karim);
    // Mails of two acts may leave in any order.
    await mails(karim);
    const ears = await karim.connect();
    expect((await end(karim)).body.message).toBe('Cette personne n’administre plus Palabre.');
    expect((await ears.next('updateUser'))._id).toBe(karim.id);
    expect([await isAdmin(karim), (await karim.call(api.administration.users)).status]).toEqual([false, 404]);
    const mail = (await mails(karim)).at(-1);
    expect(mail?.subject).toBe('Vous n’administrez plus Palabre');
    expect(mail?.text).toContain('(heure de la Nouvelle-Zélande)');
    // A second time changes nothing, and tells nobody.
    const before = (await mails(karim)).length;
    await end(karim);
    expect((await mails(karim)).length).toBe(before);
    expect(await journal(karim)).toEqual(['administrator_ended', 'administrator_made']);
  });

  it('names nobody whose address is not proven, or whose account is suspended', async () => {
    const [unproven, suspended] = [await palabre.register(), await known()];
    await administrator.ok(api.administration.suspend, { params: { id: suspended.id } });
    for (const person of [unproven, suspended])
      expect(codeOf(await name(person))).toEqual([409, 'administrator_refused']);
    const params = { id: '0199f3c0-0000-7000-8000-000000000000' };
    const { makeAdministrator, endAdministrator, endSessions } = api.administration;
    for (const endpoint of [makeAdministrator, endAdministrator, endSessions]) {
      expect(codeOf(await administrator.call(endpoint, { params }))).toEqual([404, 'user_not_found']);
    }
  });

  it('does not take the right from themself, and one is left of two who take it from each other at once', async () => {
    expect(codeOf(await end(administrator))).toEqual([403, 'administrator_self']);
    const other = await startPalabre();
    const [one, two] = [await other.register(), await other.register()];
    for (const person of [one, two]) await other.makeAdministrator(person);
    const replies = await Promise.all([end(one, two), end(two, one)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await Promise.all([one, two].map(isAdmin))).sort()).toEqual([false, true]);
  });

  it('ends all sessions of somebody, who signs in again with the same password and is told by mail', async () => {
    const karim = await known();
    const [ears, phone] = [await karim.connect(), await karim.elsewhere()];
    const home = await known('Lucie');
    await home.ok(api.linkedAccounts.link, { body: { email: karim.user.email, password: karim.password } });
    const { token } = await karim.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const linked = new Client(palabre.url, token);
    expect((await linked.call(api.users.me)).status).toBe(200);
    expect((await endSessions(karim)).body.message).toBe('Ses sessions sont fermées.');
    await ears.closed;
    // Sessions that they opened of linked accounts end too; those accounts' other sessions stay.
    expect([(await linked.call(api.users.me)).status, (await home.call(api.users.me)).status]).toEqual([401, 200]);
    for (const session of [karim, phone])
      expect(codeOf(await session.call(api.users.me))).toEqual([401, 'unauthorized']);
    const back = await karim.elsewhere();
    expect((await back.ok(api.users.me)).user._id).toBe(karim.id);
    expect((await mails(karim)).map(({ subject }) => subject)).toContain('Vos sessions ont été fermées');
    expect(await journal(karim)).toEqual(['user_sessions_ended']);
    expect(codeOf(await endSessions(administrator))).toEqual([403, 'own_sessions']);
  });

  it('is told of in the language of one’s mails, else in the one of the place, whatever the administrator reads', async () => {
    const [karim, yann] = [await known(), await known('Yann')];
    const headers = { 'accept-language': 'en' };
    await karim.raw('PUT', `/api/user/${karim.id}`, { body: { notificationMail: true }, headers });
    const choose = async (language: 'en' | null) => {
      const { version } = await administrator.ok(api.settings.read);
      await administrator.ok(api.settings.change, { body: { version, language } });
    };
    await endSessions(karim);
    await choose('en');
    onTestFinished(() => choose(null));
    await administrator.raw('DELETE', `/api/admin/users/${yann.id}/sessions`, { headers: { 'accept-language': 'fr' } });
    for (const person of [karim, yann]) {
      const mail = (await mails(person)).find(({ subject }) => subject === 'Your sessions have been ended');
      for (const said of [`Hello ${person.user.firstName},`, 'By: Agathe Roy', `Account: ${person.user.email}`])
        expect(mail?.text).toContain(said);
    }
    const link = { params: { id: yann.id }, body: { by: 'mail', twoStep: true } } as const;
    await administrator.ok(api.administration.recover, link);
    const mail = (await mails(yann)).find(({ subject }) => subject === 'A link to get back into your account');
    for (const said of ['Choose a new password\n', 'It also turns two-step sign-in off'])
      expect(mail?.text).toContain(said);
  });

  it('who is losing the right takes it from nobody meanwhile', async () => {
    const [losing, other] = [await known('Solène'), await known()];
    for (const person of [losing, other]) await name(person);
    const taking = await holdLock(palabre, 'UPDATE users SET admin = false WHERE id = $1', [losing.id]);
    let isAnswered = false;
    const ending = end(other, losing).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await taking.query('COMMIT');
    expect(codeOf(await ending)).toEqual([404, 'not_found']);
    expect(await isAdmin(other)).toBe(true);
    await end(other);
  });

  it('does none of what lasts in a session that proved long ago who they are', async () => {
    const [other, karim] = [await known('Solène'), await known()];
    await name(other);
    await palabre.services.database.pool.query(
      `UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = $1`,
      [other.id],
    );
    const params = { id: karim.id };
    const refused = [
      await name(karim, other),
      await end(administrator, other),
      await other.call(api.administration.recover, { params, body: { by: 'hand' } }),
    ];
    expect(refused.map(codeOf)).toEqual(Array(3).fill([403, 'reauthentication_required']));
    await end(other);
  });

  it('is alone in all of this: others get a 404', async () => {
    const [karim, yann] = [await known(), await known('Yann')];
    for (const refused of [await name(yann, karim), await end(yann, karim), await endSessions(yann, karim)]) {
      expect(codeOf(refused)).toEqual([404, 'not_found']);
    }
    expect(await isAdmin(yann)).toBe(false);
  });
});
