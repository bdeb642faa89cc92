import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, startPalabre } from '../server/test/harness.ts';
import { Observer, serveTabs } from './sync/observer.ts';
import { endpoints, readAt, reads } from './sync/reads.ts';
import { scenarios } from './sync/scenarios.ts';
import { type Cast, castOf, stage } from './sync/scene.ts';

/**
 * House rule 9: for every endpoint that changes something, what a client had in its caches and the events it then hears
 * equal what it would be answered by asking for everything again.
 */
let palabre: Palabre;
let cast: Cast;
let observers: Observer[];

beforeAll(async () => {
  palabre = await startPalabre();
  cast = await castOf(palabre);
  serveTabs(palabre, (token, path) => observers?.find(({ person }) => person.token === token)?.asked.push(path));
  observers = [];
  for (const name of ['owner', 'holder', 'member', 'outsider'] as const) {
    observers.push(await Observer.open(name, cast[name], palabre));
  }
}, 60_000);

afterAll(() => {
  for (const observer of observers) observer.close();
  vi.unstubAllGlobals();
});

const named = (mutating: boolean) =>
  [...endpoints].filter(([, { method }]) => (method !== 'GET') === mutating).map(([name]) => name);

describe('every endpoint', () => {
  it('that reads has its answers in the caches', () => {
    expect(Object.keys(reads).sort()).toEqual(named(false).sort());
  });

  it('that changes something has a scenario', () => {
    expect(Object.keys(scenarios).sort()).toEqual(named(true).sort());
  });
});

const cases = Object.entries(scenarios).flatMap(([name, variants]) =>
  Object.entries(variants).map(([variant, scenario]) => ({ name, variant, scenario })),
);

/** What events carry whole: it is never asked for again, */
const byEventsAlone = [
  'users.me',
  'workspaces.one',
  'workspaces.mine',
  'channels.one',
  'channels.ofWorkspace',
  'roles.list',
  'roles.mine',
  'roles.one',
  'messages.page',
  'messages.changes',
  'notifications.list',
  'notifications.one',
];
/** but for these: ranks close up below a role that goes, and a card has more than the event of its workspace. */
const asking: Record<string, string[]> = {
  'roles.remove': ['roles.list', 'roles.mine'],
  'workspaces.create': ['workspaces.mine'],
  'workspaces.join': ['workspaces.mine'],
  'invites.accept': ['workspaces.mine'],
};
/** No event tells of an invitation: the page that makes or deletes one asks again by itself. */
const untold: Record<string, string> = { 'invites.create': 'invites.list', 'invites.remove': 'invites.list' };

describe('the caches, with the events alone, equal a refetch', () => {
  it.each(cases)('after $name: $variant', async ({ name, scenario }) => {
    const scene = await stage(palabre, cast);
    const act = await scenario(scene);
    const { owner, team } = scene;
    const users = [owner, scene.holder, scene.guest, scene.outsider].map(({ id }) => id);
    const channels = [team.welcome, scene.open, scene.protected, scene.private].map(({ _id }) => _id);
    const { roles } = await owner.ok(api.roles.list, { params: team.params });
    await Promise.all(
      observers.map(async observer => {
        await observer.settled();
        const { notifications } = await observer.person.ok(api.notifications.list);
        const known = { users, workspaceId: team.id, channels, roles: roles.map(({ _id }) => _id) };
        await observer.load({ ...known, notifications: notifications.slice(0, 2).map(({ _id }) => _id) });
      }),
    );

    await act();
    await Promise.all(observers.map(observer => observer.settled()));
    await vi.waitFor(async () => expect(await differences(untold[name])).toEqual([]), {
      timeout: 8_000,
      interval: 200,
    });
    const asked = new Set(observers.flatMap(observer => observer.asked.map(readAt)));
    const mayAsk = asking[name] ?? [];
    expect([...asked].filter(read => byEventsAlone.includes(read) && !mayAsk.includes(read))).toEqual([]);
    if (/^(messages|notifications)\./.test(name)) expect([...asked]).toEqual([]);
    for (const observer of observers) observer.forget();
    await owner.call(api.workspaces.remove, { params: team.params });
  });
});

const differences = async (untold = 'nothing') =>
  (await Promise.all(observers.map(observer => observer.differences())))
    .flat()
    .filter(found => !found.split(': ')[1]?.startsWith(untold));
