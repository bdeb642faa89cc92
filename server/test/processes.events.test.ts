import { api, type EventName, events } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scenarios } from '../../e2e/sync/scenarios.ts';
import { castOf, stage } from '../../e2e/sync/scene.ts';
import { type Palabre, Person, startPalabre } from './harness.ts';
import type { Listener } from './listener.ts';
import { findRedis, TestRedis } from './outside/redis.ts';
import { requireTwoStep, setUpTwoStep } from './people/two-step.ts';

/** Events that concern one socket, and never leave its process. */
const ofOneSocket: readonly EventName[] = ['socketClosed'];
/** Acts after which little else can be done in the same workspace: they come last, in this order. */
const last = ['members.kick', 'members.ban', 'channels.remove', 'roles.remove', 'workspaces.leave'];
const skipped = ['members.passOn', 'workspaces.remove'];

describe.skipIf(!findRedis())('two processes on one database (skipped without redis-server)', () => {
  let redis: TestRedis;
  let one: Palabre;
  let two: Palabre;

  beforeAll(async () => {
    redis = await TestRedis.start();
    one = await startPalabre({ env: { REDIS_URL: redis.url } });
    two = await startPalabre({
      env: { REDIS_URL: redis.url, DATABASE_URL: one.services.env.databaseUrl ?? '', DATA_DIR: one.dataDir },
    });
  });
  afterAll(() => redis.stop());

  it('shut a suspended person out of both at once', async () => {
    const [administrator, gone] = [await one.register(), await one.register()];
    await one.makeAdministrator(administrator);
    const there = new Person(two, gone.user, gone.token ?? '', gone.password);
    const ears = await there.connect();
    await there.ok(api.users.me);
    await administrator.ok(api.administration.suspend, { params: { id: gone.id } });
    await ears.closed;
    expect((await there.call(api.users.me)).body).toMatchObject({ code: 'session_suspended' });
  });

  it('hold a setting that is chosen at one of them from its answer on', async () => {
    const [administrator, person] = [await one.register(), await two.register()];
    await one.makeAdministrator(administrator);
    // Both cache the settings.
    for (const palabre of [one, two]) await palabre.nobody.ok(api.settings.shown);
    const set = async (workspaceMakers: 'administrators' | null) => {
      const { version } = await administrator.ok(api.settings.read);
      await administrator.ok(api.settings.change, { body: { version, workspaceMakers } });
    };
    await set('administrators');
    const { status, body } = await person.call(api.workspaces.create, { body: { title: 'Chantier' } });
    expect([status, body.code]).toEqual([403, 'workspaces_by_administrators']);
    await set(null);
    expect((await person.call(api.workspaces.create, { body: { title: 'Chantier' } })).status).toBe(201);
  });

  it('shut whoever lacks two-step out of both as one of them begins to require it, and let them in again', async () => {
    const [administrator, late] = [await one.register(), await one.register()];
    await one.makeAdministrator(administrator);
    await setUpTwoStep(one, administrator);
    const there = new Person(two, late.user, late.token ?? '', late.password);
    const ears = await there.connect();
    await there.ok(api.users.me);
    await requireTwoStep(administrator, true);
    await ears.closed;
    expect((await there.call(api.boot.one)).body.code).toBe('two_step_required');
    await requireTwoStep(administrator, null);
    expect((await there.call(api.boot.one)).status).toBe(200);
    await requireTwoStep(administrator, true);
    // Two-step that is set up at one of them holds at the other.
    await setUpTwoStep(one, late);
    expect((await there.call(api.boot.one)).status).toBe(200);
    await requireTwoStep(administrator, null);
  });

  it('end a session in both once a choice at one of them finds it unused', async () => {
    const [administrator, person] = [await one.register(), await one.register()];
    await one.makeAdministrator(administrator);
    const there = new Person(two, person.user, person.token ?? '', person.password);
    // Either may run the job that ends it.
    const ears = [await person.connect(), await there.connect()];
    for (const session of [there, person]) await session.ok(api.users.me);
    for (const { services } of [one, two]) await services.sessions.seen.write();
    const { pool } = one.services.database;
    await pool.query(`UPDATE sessions SET seen_at = now() - interval '2 days' WHERE user_id = $1`, [person.id]);
    const set = async (idleSessionDays: number | null) => {
      const { version } = await administrator.ok(api.settings.read);
      await administrator.ok(api.settings.change, { body: { version, idleSessionDays } });
    };
    onTestFinished(() => set(null));
    await set(1);
    await Promise.all(ears.map(({ closed }) => closed));
    for (const session of [there, person]) expect((await session.call(api.users.me)).status).toBe(401);
  });

  it('tell people of both each event of the contract', async () => {
    const cast = await castOf(one);
    // People who come, go or are let in during scenarios do not listen.
    const { guest, banned, ...listening } = cast;
    const people: Person[] = Object.values(listening);
    const at = (palabre: Palabre) => Promise.all(people.map(({ token, id }) => palabre.connect(token ?? '', id)));
    const [here, there] = [await at(one), await at(two)];
    const scene = await stage(one, cast);
    const names = [...Object.keys(scenarios).filter(name => !last.includes(name) && !skipped.includes(name)), ...last];
    const acts = [];
    for (const name of names)
      for (const scenario of Object.values(scenarios[name] ?? {}).slice(0, 1)) acts.push(await scenario(scene));
    for (const act of acts) await act();
    await here[0]?.setStatus('busy');
    here[0]?.socket.emit('typing', { channelId: scene.protected._id });
    await scene.owner.ok(api.workspaces.remove, { params: scene.params });
    const wanted = Object.keys(events).filter(name => !ofOneSocket.includes(name as EventName));
    const missing = (ears: readonly Listener[]) => {
      const heard = new Set(ears.flatMap(each => each.heard.map(({ name }) => name)));
      return wanted.filter(name => !heard.has(name));
    };
    await vi.waitFor(() => expect([missing(here), missing(there)]).toEqual([[], []]));
  });
});
