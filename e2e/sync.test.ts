import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, startPalabre } from '../server/test/harness.ts';
import { Observer, serveTabs } from './sync/observer.ts';
import { endpoints, type Feature, featureOf, neighbours, readAt, reads } from './sync/reads.ts';
import { scenarios } from './sync/scenarios.ts';
import { type Cast, castOf, type Scene, stage } from './sync/scene.ts';

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
  'conversations.list',
  'conversations.one',
  'roles.list',
  'roles.mine',
  'roles.one',
  'messages.page',
  'messages.changes',
  'notifications.list',
  'notifications.one',
];
/**
 * but for these: ranks close up below a role that goes, a card has more than the event of its workspace, and a
 * conversation that was hidden comes back with a message.
 */
const asking: Record<string, string[]> = {
  'roles.remove': ['roles.list', 'roles.mine'],
  'workspaces.create': ['workspaces.mine'],
  'workspaces.join': ['workspaces.mine'],
  'invites.accept': ['workspaces.mine'],
  // Of one that is gone, or hidden, or whose last message is gone, events do not carry what is left.
  'conversations.leave': ['conversations.one'],
  'conversations.remove': ['conversations.one'],
  'messages.remove': ['conversations.list', 'conversations.one'],
  'messages.send': ['conversations.list'],
};
/** No event tells of an invitation: the page that makes or deletes one asks again by itself. */
const untold: Record<string, string> = { 'invites.create': 'invites.list', 'invites.remove': 'invites.list' };

/** Fills every cache with what its person may read of these features in a scene. */
async function load(features: readonly Feature[], scene: Scene): Promise<void> {
  const users = [scene.guest.id, scene.outsider.id];
  const channels = [scene.open._id, scene.private._id];
  const roles = [scene.lead._id, scene.crew._id];
  const conversations = [scene.talk._id, scene.pair._id];
  await Promise.all(
    observers.map(async observer => {
      await observer.settled();
      const { notifications } = await observer.person.ok(api.notifications.list);
      const known = { users, workspaceId: scene.team.id, channels, conversations, roles };
      await observer.load(features, { ...known, notifications: notifications.slice(0, 2).map(({ _id }) => _id) });
    }),
  );
}

/** Waits until all caches are what the server would answer, but for what no event tells of these acts. */
async function untilTrue(...names: string[]): Promise<void> {
  await Promise.all(observers.map(observer => observer.settled()));
  const told = (found: string) => !names.some(name => untold[name] && found.includes(`: ${untold[name]}`));
  const differences = async () =>
    (await Promise.all(observers.map(observer => observer.differences()))).flat().filter(told);
  await vi.waitFor(async () => expect(await differences()).toEqual([]), { timeout: 8_000, interval: 200 });
}

/** What the pages have asked again by themselves. */
const askedAgain = () => [...new Set(observers.flatMap(observer => observer.asked.map(readAt)))];

describe('the caches, with the events alone, equal a refetch', () => {
  it.each(cases)('after $name: $variant', async ({ name, scenario }) => {
    const scene = await stage(palabre, cast);
    const act = await scenario(scene);
    await load(neighbours[featureOf(name)], scene);
    await act();
    await untilTrue(name);
    const mayAsk = asking[name] ?? [];
    expect(askedAgain().filter(read => byEventsAlone.includes(read) && !mayAsk.includes(read))).toEqual([]);
    if (/^(messages|notifications)\./.test(name))
      expect(askedAgain().filter(read => !mayAsk.includes(read))).toEqual([]);
    for (const observer of observers) observer.forget();
    await scene.owner.call(api.workspaces.remove, { params: scene.params });
    await scene.owner.call(api.conversations.remove, { params: { id: scene.talk._id } });
  });

  it('after a day in which everything is done once, in every feature', async () => {
    const scene = await stage(palabre, cast);
    const last = ['members.kick', 'members.ban', 'channels.remove', 'roles.remove', 'workspaces.leave'];
    const names = Object.keys(scenarios).filter(name => !last.includes(name) && name !== 'workspaces.remove');
    const day = [...names, ...last];
    const acts: (() => Promise<unknown>)[] = [];
    for (const name of day)
      for (const scenario of Object.values(scenarios[name] ?? {}).slice(0, 1)) acts.push(await scenario(scene));
    await load(Object.keys(neighbours) as Feature[], scene);
    for (const act of acts) await act();
    await untilTrue(...day);
    await scene.owner.ok(api.workspaces.remove, { params: scene.params });
    await untilTrue(...day);
  }, 60_000);
});
