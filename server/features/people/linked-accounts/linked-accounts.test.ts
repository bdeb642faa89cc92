import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

const link = (one: Person, other: Pick<Person, 'user' | 'password'>, password = other.password) =>
  one.call(api.linkedAccounts.link, { body: { email: other.user.email, password } });
const tokenOf = (one: Person, other: Person) => one.call(api.linkedAccounts.token, { params: { id: other.id } });
const otherAccounts = async (one: Person) => (await one.ok(api.users.me)).user.otherAccounts;
const query = (text: string, values: unknown[]) => palabre.services.database.pool.query(text, values);

/** Registers two linked accounts of one person. */
async function pair(): Promise<[Person, Person]> {
  const [work, home] = await Promise.all([palabre.register(), palabre.register({ firstName: 'Cam' })]);
  expect((await link(work, home)).status).toBe(200);
  return [work, home];
}

const meAs = (token: string | null) => palabre.nobody.raw('GET', '/api/user/me', { token });

describe('linking an account', () => {
  it('links both ways, and tells both accounts', async () => {
    const [work, home] = await Promise.all([palabre.register(), palabre.register({ firstName: 'Cam' })]);
    const [workEars, homeEars] = await Promise.all([work.connect(), home.connect()]);
    const { message, users } = await work.ok(api.linkedAccounts.link, {
      body: { email: ` ${home.user.email.toUpperCase()} `, password: home.password },
    });
    expect(message).toBe('Compte lié avec succès !');
    const { email } = home.user;
    expect(users).toEqual([{ _id: home.id, firstName: 'Cam', lastName: 'Moreau', avatar: null, email }]);
    expect(await workEars.next('updateAccounts')).toEqual({ _id: work.id, users });
    const { users: back } = await homeEars.next('updateAccounts');
    expect(back.map(one => one._id)).toEqual([work.id]);
    expect(await home.ok(api.linkedAccounts.list)).toEqual({ users: back });
    expect([await otherAccounts(work), await otherAccounts(home)]).toEqual([[home.id], [work.id]]);
  });

  it('twice changes nothing, from either side', async () => {
    const [work, home] = await pair();
    for (const [one, other] of [
      [work, home],
      [home, work],
    ] as const) {
      expect((await link(one, other)).status).toBe(200);
    }
    expect(await otherAccounts(work)).toEqual([home.id]);
    // A right password costs the account nothing.
    await palabre.services.limits.spend('loginAccount', home.user.email, 9);
    for (const _ of [1, 2]) expect((await link(work, home)).status).toBe(200);
  });

  it('takes the other account’s password: a wrong one and an unknown e-mail get the same refusal', async () => {
    const [work, home] = await Promise.all([palabre.register(), palabre.register()]);
    const refused = [
      await link(work, home, 'pas le bon'),
      await link(work, home, work.password.slice(1)),
      await work.call(api.linkedAccounts.link, { body: { email: 'personne@exemple.fr', password: 'x' } }),
    ];
    for (const reply of refused) expect(reply).toMatchObject({ status: 403, body: { code: 'link_refused' } });
    expect(await otherAccounts(work)).toEqual([]);
  });

  it('counts failures as those of a login: after ten for one account, neither is answered', async () => {
    const [work, home] = await Promise.all([palabre.register(), palabre.register()]);
    for (let n = 0; n < 9; n += 1) expect((await link(work, home, 'pas le bon')).status).toBe(403);
    const body = { email: home.user.email, password: 'pas le bon' };
    expect((await palabre.nobody.call(api.users.login, { body })).status).toBe(401);
    expect((await link(work, home)).body.code).toBe('too_many_requests');
    expect((await palabre.nobody.call(api.users.login, { body: { ...body, password: home.password } })).status).toBe(
      429,
    );
  });

  it('refuses one’s own account, a banned one, a suspended one, and missing fields', async () => {
    const [work, banned, shut] = await Promise.all([palabre.register(), palabre.register(), palabre.register()]);
    expect(await link(work, work)).toMatchObject({ status: 409, body: { code: 'own_account' } });
    await query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [banned.user.email]);
    expect(await link(work, banned)).toMatchObject({ status: 403, body: { code: 'banned' } });
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [shut.id]);
    expect(await link(work, shut)).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    const { status } = await work.raw('POST', '/api/user/link-account', { body: { email: '', password: '' } });
    expect(status).toBe(400);
  });

  it('stops at ten accounts, even at once', async () => {
    const [work, ...others] = await Promise.all([palabre.register(), palabre.register(), palabre.register()]);
    await query(
      `WITH people AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT id, 'Cam', 'Moreau', id || '@exemple.fr' FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 9)) AS made
        RETURNING id
      ) INSERT INTO linked_accounts (first_user, second_user) SELECT least(id, $1), greatest(id, $1) FROM people`,
      [work.id],
    );
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [work.id]);
    const linking = Promise.all(others.map(other => link(work, other)));
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    const replies = await linking;
    expect(replies.map(reply => reply.body.code).sort()).toEqual(['too_many_accounts', undefined]);
    expect(await otherAccounts(work)).toHaveLength(10);
    // The limit holds when the other account is the full one: nobody links an eleventh account to it.
    const newcomer = await palabre.register();
    expect((await link(newcomer, work)).body.code).toBe('too_many_accounts');
    // An account that is already linked takes no further place.
    const linked = others[replies.findIndex(({ status }) => status === 200)] as Person;
    for (const again of [await link(work, linked), await link(linked, work)]) expect(again.status).toBe(200);
  });

  it('is refused as a wrong password is once the other account is deleted meanwhile', async () => {
    const [work, other] = [await palabre.register(), await palabre.register()];
    const held = await holdLock(palabre, 'DELETE FROM users WHERE id = $1', [other.id]);
    const linking = link(work, other);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect((await linking).body.code).toBe('link_refused');
    expect(await otherAccounts(work)).toEqual([]);
  });
});

describe('the waiting messages of a linked account', () => {
  it('are counted by that account’s levels: messages of conversations, mentions, and in muted places mentions by name', async () => {
    const [work, home] = await pair();
    const other = await palabre.register({ firstName: 'Karim' });
    const [team, quiet] = [await gather(other, home), await gather(other, home)];
    const waiting = async (one: Person) => (await one.ok(api.linkedAccounts.waiting)).accounts;
    expect(await waiting(work)).toEqual([{ _id: home.id, count: 0 }]);
    await post(other, team.welcome, 'À tous les autres');
    await post(other, team.welcome, `<@${home.id}> les plans ?`);
    await write(other, await talk(other, home), 'Bonjour');
    await home.ok(api.unread.setLevel, { body: { channelId: quiet.welcome._id, muted: true } });
    await post(other, quiet.welcome, '<@everyone> et ici ?');
    await post(other, quiet.welcome, `<@${home.id}> ou toi ?`);
    await post(other, team.welcome, `<@${work.id}> absent d’ici`);
    // The count is cached for a quarter of a minute, however many pages ask.
    expect(await waiting(work)).toEqual([{ _id: home.id, count: 0 }]);
    const real = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 15_000);
    onTestFinished(() => clock.mockRestore());
    expect(await waiting(work)).toEqual([{ _id: home.id, count: 3 }]);
    expect(await waiting(home)).toEqual([{ _id: work.id, count: 0 }]);
    expect(await waiting(other)).toEqual([]);
  });

  it('are counted at once for an account just linked, whatever was counted before', async () => {
    // The account linked later is the older one.
    const [later, other] = await Promise.all([palabre.register(), palabre.register()]);
    const [work, home] = await pair();
    await write(other, await talk(other, later), 'Bonjour');
    const counts = async () => (await work.ok(api.linkedAccounts.waiting)).accounts.map(({ count }) => count);
    expect(await counts()).toEqual([0]);
    await link(work, later);
    expect(await otherAccounts(work)).toEqual([home.id, later.id]);
    expect((await work.ok(api.linkedAccounts.list)).users.map(({ _id }) => _id)).toEqual([home.id, later.id]);
    expect(await counts()).toEqual([0, 1]);
  });
});

describe('switching to a linked account', () => {
  it('opens a session of that account, and keeps one’s own', async () => {
    const [work, home] = await pair();
    const { token, user } = await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    expect(user).toEqual({ ...home.user, otherAccounts: [work.id] });
    expect((await meAs(token)).body).toMatchObject({ user: { _id: home.id } });
    expect((await work.call(api.users.me)).status).toBe(200);
  });

  it('is refused for a stranger, oneself, an account of a linked one, and an unknown id', async () => {
    const [work, home] = await pair();
    const far = await palabre.register();
    expect((await link(home, far)).status).toBe(200);
    const nobody = { ...far, id: '0199f3c0-0000-7000-8000-000000000000' } as Person;
    for (const other of [far, work, nobody]) {
      expect(await tokenOf(work, other)).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
    }
    expect((await tokenOf(home, far)).status).toBe(200);
  });

  it('is refused for an account banned or deleted meanwhile', async () => {
    const [work, home] = await pair();
    await query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [home.user.email]);
    expect(await tokenOf(work, home)).toMatchObject({ status: 403, body: { code: 'banned' } });
    await query('DELETE FROM users WHERE id = $1', [home.id]);
    expect(await tokenOf(work, home)).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
    expect(await otherAccounts(work)).toEqual([]);
  });

  it.each([
    ['the link', 'linked_accounts WHERE $1 IN (first_user, second_user)', [403, 'account_not_linked']],
    ['the session that asks', 'sessions WHERE user_id = $1', [401, 'unauthorized']],
  ] as const)('opens nothing once %s has ended meanwhile', async (_what, rows, refused) => {
    const [work, home] = await pair();
    const ending = await holdLock(palabre, `DELETE FROM ${rows}`, [work.id]);
    let isAnswered = false;
    const switching = tokenOf(work, home).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await ending.query('COMMIT');
    const { status, body } = await switching;
    expect([status, body.code]).toEqual(refused);
    expect((await query('SELECT FROM sessions WHERE opened_from = $1', [work.id])).rows).toEqual([]);
  });

  it('makes a session no younger than the one that asked, since nothing was proved again', async () => {
    const [work, home] = await pair();
    await query(
      `UPDATE sessions SET created_at = now() - interval '3 days', proved_at = now() - interval '3 days' WHERE user_id = $1`,
      [work.id],
    );
    await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const { rows } = await query(
      `SELECT greatest(created_at, proved_at) < now() - interval '2 days' AS old FROM sessions WHERE user_id = $1 AND opened_from = $2`,
      [home.id, work.id],
    );
    expect(rows).toEqual([{ old: true }]);
  });
});

describe('unlinking', () => {
  it('happens by itself when the password that proved the link changes', async () => {
    const [work, home] = await pair();
    const { token } = await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const back = await home.ok(api.linkedAccounts.token, { params: { id: work.id } });
    for (const one of [token, back.token]) expect((await meAs(one)).status).toBe(200);
    const ears = await work.connect();
    const body = { oldPassword: home.password, newPassword: 'un autre mot de passe' };
    await home.ok(api.accounts.changePassword, { params: { id: home.id }, body });
    expect((await ears.next('updateAccounts')).users).toEqual([]);
    for (const one of [token, back.token]) expect((await meAs(one)).status).toBe(401);
    expect(await tokenOf(work, home)).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
  });

  it('happens by itself when two-step is turned on', async () => {
    const [work, home] = await pair();
    const { token } = await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const ears = await work.connect();
    await home.ok(api.accounts.update, { params: { id: home.id }, body: { doubleAuthentification: true } });
    await ears.settled();
    expect(ears.all('updateAccounts')).toEqual([{ _id: work.id, users: [] }]);
    expect((await meAs(token)).status).toBe(401);
    expect(await tokenOf(work, home)).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
    // As at a login, two-step asks for no code until its person has verified it.
    expect((await link(work, home)).status).toBe(200);
  });

  it('ends the link for both, with the sessions that it opened, and no others', async () => {
    const [work, home] = await pair();
    const { token } = await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const { token: back } = await home.ok(api.linkedAccounts.token, { params: { id: work.id } });
    const [workEars, homeEars] = await Promise.all([work.connect(), home.connect()]);
    const there = await palabre.connect(token, home.id);
    const { message, users } = await home.ok(api.linkedAccounts.unlink, { body: { userId: work.id } });
    expect({ message, users }).toEqual({ message: 'Le compte n’est plus lié.', users: [] });
    await there.closed;
    for (const one of [token, back]) expect((await meAs(one)).status).toBe(401);
    for (const one of [home, work]) expect((await one.call(api.users.me)).status).toBe(200);
    for (const ears of [workEars, homeEars]) expect((await ears.next('updateAccounts')).users).toEqual([]);
    expect(await tokenOf(work, home)).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
    expect(await otherAccounts(work)).toEqual([]);
  });

  it('leaves the other links of both', async () => {
    // Links to an older and to a younger account: a pair is stored in the order of its ids.
    const older = await palabre.register();
    const [work, home] = await pair();
    const others = [older.id, (await palabre.register()).id];
    await query(
      `INSERT INTO linked_accounts (first_user, second_user) SELECT least(one, other), greatest(one, other)
       FROM unnest($1::uuid[]) AS one, unnest($2::uuid[]) AS other`,
      [[work.id, home.id], others],
    );
    await home.ok(api.linkedAccounts.unlink, { body: { userId: work.id } });
    for (const one of [work, home]) expect((await otherAccounts(one)).toSorted()).toEqual(others);
  });

  it('keeps the current session, even if the link opened it', async () => {
    const [work, home] = await pair();
    const { token } = await work.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const reply = await palabre.nobody.raw('POST', '/api/user/unlink-account', { token, body: { userId: work.id } });
    expect(reply.status).toBe(200);
    expect((await meAs(token)).status).toBe(200);
  });

  it('is refused for accounts that are not linked', async () => {
    const [work, stranger] = await Promise.all([palabre.register(), palabre.register()]);
    const reply = await work.call(api.linkedAccounts.unlink, { body: { userId: stranger.id } });
    expect(reply).toMatchObject({ status: 403, body: { code: 'account_not_linked' } });
  });
});
