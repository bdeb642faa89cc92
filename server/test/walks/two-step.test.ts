import type { Endpoint } from '@palabre/common/contract/define.ts';
import { errors } from '@palabre/common/contract/errors.ts';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import type { Reply } from '../client.ts';
import { type Palabre, Person, startPalabre } from '../harness.ts';
import { countLockWaits, holdLock } from '../locks.ts';
import { letGuestIn } from '../people/guests.ts';
import { gather } from '../people/team.ts';
import { requireTwoStep, setUpTwoStep } from '../people/two-step.ts';
import { post } from '../people/world.ts';
import { picture } from '../picture.ts';

/**
 * Two-step that administrators require of everybody. Walks every endpoint of the contract as a person without it: an
 * endpoint that does not say that it is open to them refuses, whatever they ask for and whoever they are.
 */
const guarded = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint])
    .filter(([, { access }]) => access.kind !== 'public'),
);
const shut = guarded.filter(([, endpoint]) => !endpoint.beforeTwoStep);

let palabre: Palabre;
/** Administrator who has two-step. */
let root: Person;
/** People without it: an administrator who owns a workspace, and a guest of it. */
let late: Person;
let guest: Person;
/** Ids of the late person's places and records, for which every endpoint would answer. */
let ids: string[];

beforeAll(async () => {
  palabre = await startPalabre();
  [root, late] = [await palabre.register({ firstName: 'Agathe' }), await palabre.register({ firstName: 'Karim' })];
  for (const person of [root, late]) await palabre.makeAdministrator(person);
  await setUpTwoStep(palabre, root);
  const team = await gather(late);
  guest = await letGuestIn(palabre, late, { workspaceId: team.id, channels: [team.welcome._id] });
  const { _id } = await post(late, team.welcome, 'Bonjour');
  ids = [late.id, team.id, team.welcome._id, _id, newId()];
});

const codeOf = ({ status, body: { code } }: Reply<object>) => [status, code];
const refused = [403, 'two_step_required'];
const self = (person: Person) => person.ok(api.users.me).then(({ user }) => user);
const update = (person: Person, body: object) =>
  person.raw<object>('PUT', `/api/user/${person.id}`, { body }).then(codeOf);

/** Calls an endpoint with an id wherever it takes one. */
function call(person: Person, endpoint: Endpoint, id: string) {
  const path = endpoint.path.replace(/:\w+/g, id);
  const asked = { workspaceId: id, channelId: id };
  const body = { ...asked, content: 'x', title: 'x', nonce: newId(), version: 0, users: [id] };
  return endpoint.method === 'GET'
    ? person.raw<object>('GET', `/api${path}?${new URLSearchParams(asked)}`)
    : person.raw<object>(endpoint.method, `/api${path}`, { body });
}

describe('two-step', () => {
  beforeEach(() => requireTwoStep(root, null));

  it('is required of nobody until an administrator chooses so', async () => {
    expect([(await self(late)).twoStepRequired, (await self(root)).twoStepRequired]).toEqual([undefined, undefined]);
    expect((await late.call(api.boot.one)).status).toBe(200);
    (await late.connect()).close();
    await requireTwoStep(root, false);
    expect((await late.call(api.boot.one)).status).toBe(200);
  });

  it('is required by an administrator who has it alone, and nobody shuts themselves out', async () => {
    const { version } = await late.ok(api.settings.read);
    const asked = await late.call(api.settings.change, { body: { version, twoStepRequired: true } });
    expect([...codeOf(asked), asked.body.message]).toEqual([
      ...[409, 'two_step_own_first', errors.two_step_own_first.fr],
    ]);
    // The other settings of a refused request are not changed either; a value that changes nothing is accepted.
    const both = await late.call(api.settings.change, { body: { version, twoStepRequired: true, name: 'Tilleul' } });
    expect(both.status).toBe(409);
    expect((await late.ok(api.settings.read)).settings).toMatchObject({ twoStepRequired: null, name: null });
    await late.ok(api.settings.change, { body: { version, twoStepRequired: false } });
    expect((await late.call(api.boot.one)).status).toBe(200);
  });

  it('that its administrator turns off meanwhile is not required', async () => {
    const other = await palabre.register();
    await palabre.makeAdministrator(other);
    await setUpTwoStep(palabre, other);
    const { version } = await other.ok(api.settings.read);
    const off = 'UPDATE users SET double_authentification = false, verification = false WHERE id = $1';
    const held = await holdLock(palabre, off, [other.id]);
    const choosing = other.call(api.settings.change, { body: { version, twoStepRequired: true } });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect(codeOf(await choosing)).toEqual([409, 'two_step_own_first']);
  });

  it('is told as required to each person of themselves, as they sign in and register too, and in the journal', async () => {
    await requireTwoStep(root, true);
    expect((await self(root)).twoStepRequired).toBe(true);
    expect((await self(late)).twoStepRequired).toBe(true);
    const fresh = await palabre.register();
    expect(fresh.user.twoStepRequired).toBe(true);
    expect((await fresh.elsewhere()).user.twoStepRequired).toBe(true);
    expect((await palabre.nobody.ok(api.settings.shown)).settings).not.toHaveProperty('twoStepRequired');
    const { entries } = await root.ok(api.audit.list, { query: { action: 'settings_updated', limit: 1 } });
    expect(entries).toMatchObject([{ actorId: root.id, changes: ['twoStepRequired'] }]);
  });

  it('is not turned off while it is required, by who has it nor by who waits for its code', async () => {
    const [person, begun] = [await palabre.register(), await palabre.register()];
    await setUpTwoStep(palabre, person);
    await begun.ok(api.accounts.update, { params: { id: begun.id }, body: { doubleAuthentification: true } });
    await requireTwoStep(root, true);
    for (const body of [{ doubleAuthentification: false }, { verification: false, firstName: 'Zoé' }])
      expect(await update(person, body)).toEqual([409, 'two_step_kept']);
    expect(await update(begun, { doubleAuthentification: false })).toEqual([409, 'two_step_kept']);
    expect(await self(person)).toMatchObject({
      doubleAuthentification: true,
      verification: true,
      firstName: 'Camille',
    });
    // The rest of a profile changes as ever, even beside a two-step value that changes nothing.
    expect(await update(person, { jobTitle: 'Maçonne', doubleAuthentification: true })).toEqual([200, undefined]);
    await requireTwoStep(root, false);
    await person.ok(api.accounts.reauthenticate, { body: { password: person.password } });
    expect(await update(person, { doubleAuthentification: false })).toEqual([200, undefined]);
  });
});

describe('a person who lacks the two-step that is required', () => {
  beforeEach(() => requireTwoStep(root, true));

  it.each(shut)('is refused %s, whatever they ask for', async (_name, endpoint) => {
    for (const id of ids) expect(codeOf(await call(late, endpoint, id))).toEqual(refused);
    expect(codeOf(await call(guest, endpoint, newId()))).toEqual(refused);
  });

  it('is told why in their language', async () => {
    const say = (language: string) =>
      late.raw('GET', '/api/boot', { headers: { 'accept-language': language } }).then(({ body }) => body.message);
    expect([await say('fr'), await say('en')]).toEqual([errors.two_step_required.fr, errors.two_step_required.en]);
  });

  it('is refused files by the cookie too, with which pages ask for pictures', async () => {
    const answer = await fetch(`${palabre.url}/api/file/${newId()}/plan.txt`, {
      headers: { cookie: `token=${late.token}` },
    });
    expect([answer.status, (await answer.json()).code]).toEqual(refused);
  });

  it('reads who they are, says it again, lists their sessions and ends them', async () => {
    const person = await palabre.register();
    const [other, third] = [await person.elsewhere(), await person.elsewhere()];
    expect((await self(person))._id).toBe(person.id);
    await person.ok(api.accounts.reauthenticate, { body: { password: person.password } });
    const { sessions } = await other.ok(api.accounts.sessions);
    expect(sessions).toHaveLength(3);
    const { _id } = (await third.ok(api.accounts.sessions)).sessions[0] as (typeof sessions)[number];
    await person.ok(api.accounts.endSession, { params: { id: _id } });
    expect((await third.call(api.users.me)).status).toBe(401);
    await person.ok(api.accounts.endOtherSessions);
    expect((await other.call(api.users.me)).status).toBe(401);
    await person.ok(api.users.logout);
    expect((await person.call(api.users.me)).status).toBe(401);
  });

  it('changes nothing of their profile but two-step', async () => {
    const person = await palabre.register();
    for (const body of [{ firstName: 'Zoé' }, { doubleAuthentification: true, jobTitle: 'Maçonne' }, { manager: null }])
      expect(await update(person, body)).toEqual(refused);
    const pictured = await person.call(api.accounts.update, {
      params: { id: person.id },
      body: { doubleAuthentification: true },
      image: { bytes: await picture() },
    });
    expect(codeOf(pictured)).toEqual(refused);
    expect(await self(person)).toMatchObject({ firstName: 'Camille', doubleAuthentification: false, avatar: null });
  });

  it('may do all, in the same session, once they have set it up', async () => {
    const person = await palabre.register();
    await expect(person.connect()).rejects.toThrow('two_step_required');
    expect(codeOf(await person.call(api.boot.one))).toEqual(refused);
    await setUpTwoStep(palabre, person);
    expect(await self(person)).toMatchObject({ doubleAuthentification: true, verification: true });
    expect((await person.call(api.boot.one)).status).toBe(200);
    (await person.connect()).close();
    expect(codeOf(await late.call(api.boot.one))).toEqual(refused);
  });

  it('may do all again once it is required no longer', async () => {
    expect(codeOf(await late.call(api.boot.one))).toEqual(refused);
    await requireTwoStep(root, null);
    expect((await late.call(api.boot.one)).status).toBe(200);
    (await late.connect()).close();
  });

  it('is anybody whose two-step an administrator’s link has turned off', async () => {
    const person = await palabre.register();
    await setUpTwoStep(palabre, person);
    const { link } = await root.ok(api.administration.recover, {
      params: { id: person.id },
      body: { by: 'hand', twoStep: true },
    });
    const resetToken = link?.split('#recovery=')[1] ?? '';
    const newPassword = 'un mot de passe retrouvé';
    await palabre.nobody.ok(api.otp.resetPassword, { params: { id: person.id }, body: { newPassword, resetToken } });
    const { token, user } = await palabre.nobody.ok(api.users.login, {
      body: { email: person.user.email, password: newPassword },
    });
    if (token === null) throw new Error('two-step is still on');
    const back = new Person(palabre, user, token, newPassword);
    expect(codeOf(await back.call(api.boot.one))).toEqual(refused);
  });
});

describe('as two-step begins to be required', () => {
  beforeEach(() => requireTwoStep(root, null));

  it('open sockets of people who lack it are closed at once, others stay, and no new one is let in', async () => {
    const [lates, guests, roots] = [await late.connect(), await guest.connect(), await root.connect()];
    await requireTwoStep(root, true);
    await Promise.all([lates.closed, guests.closed]);
    expect((await roots.next('updateSettings')).twoStepRequired).toBe(true);
    for (const person of [late, guest]) await expect(person.connect()).rejects.toThrow('two_step_required');
    await roots.settled();
    expect(roots.socket.connected).toBe(true);
  });

  it('open sockets connect again, to be judged, if sessions cannot be read by then', async () => {
    const roots = await root.connect();
    const { first } = palabre.services.database;
    const { version } = await root.ok(api.settings.read);
    const query = first.query.bind(first) as (asked: unknown, values?: unknown) => Promise<unknown>;
    let isAway = false;
    const away = vi.spyOn(first, 'query').mockImplementation((async (asked: { name?: string }, values?: unknown) => {
      if (isAway && asked.name === 'sessions') throw new Error('the database is away');
      return query(asked, values);
    }) as unknown as typeof first.query);
    const logged = vi.spyOn(palabre.services.logger, 'error');
    onTestFinished(() => {
      away.mockRestore();
      logged.mockRestore();
    });
    await root.ok(api.users.me);
    isAway = true;
    await root.ok(api.settings.change, { body: { version, twoStepRequired: true } });
    expect(await roots.closed).toMatch(/transport/);
    expect(logged).toHaveBeenCalledWith(
      { err: expect.any(Error), sockets: expect.any(Number) },
      expect.stringMatching(/^sessions could not be read/),
    );
    isAway = false;
    (await root.connect()).close();
  });

  it('the database is asked nothing more of anybody', async () => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => queries.mockRestore());
    /** Counts the reads of sessions and settings by two requests; the first of them reads its session anew. */
    const countOf = async (person: Person, endpoint: Endpoint) => {
      await palabre.services.sessions.refresh(person.id);
      const counts: number[] = [];
      for (const _time of ['first', 'second']) {
        queries.mockClear();
        await call(person, endpoint, person.id);
        const texts = (queries.mock.calls as unknown[][]).map(([query]) =>
          typeof query === 'string' ? query : (query as { text: string }).text,
        );
        counts.push(texts.filter(text => /FROM (sessions JOIN users|settings)\b/.test(text)).length);
      }
      return counts;
    };
    const before = await countOf(root, api.users.me);
    expect(before).toEqual([2, 1]);
    await requireTwoStep(root, true);
    expect(await countOf(root, api.users.me)).toEqual(before);
    // A refused person costs one read of their session, and nothing while it is cached.
    expect(await countOf(late, api.boot.one)).toEqual([1, 0]);
  });
});
