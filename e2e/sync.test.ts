import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, startPalabre } from '../server/test/harness.ts';
import { isTold } from '../web/app/live/answers.ts';
import { Observer, serveTabs } from './sync/observer.ts';
import { endpoints, type Feature, featureOf, neighbours, readAt, reads } from './sync/reads.ts';
import type { Scenario } from './sync/scenario.ts';
import { scenarios } from './sync/scenarios.ts';
import { type Cast, castOf, type Scene, stage } from './sync/scene.ts';

// What is shown and heard of an event is no cache, and needs a screen.
vi.mock('../web/features/people/preferences/attention/attention.live.ts', () => ({ attentionLive: {} }));

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
  for (const name of ['owner', 'holder', 'member', 'outsider', 'administrator'] as const) {
    observers.push(await Observer.open(name, cast[name], palabre));
  }
});

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
  'societies.one',
  'societies.mine',
  'messages.page',
  'messages.changes',
  'notifications.list',
  'notifications.one',
];
/**
 * but for these: ranks close up below a role that goes, a card has more than the event of its workspace, and a
 * conversation that was hidden comes back with a message.
 */
const ofNotifications = ['notifications.list', 'notifications.one'];
const asking: Record<string, string[]> = {
  // The event of a profile says what others see of it.
  'otp.check': ['users.me'],
  'accounts.update': ['users.me'],
  'notifications.stopMails': ['users.me'],
  'roles.remove': ['roles.list', 'roles.mine'],
  'workspaces.create': ['workspaces.mine'],
  'workspaces.join': ['workspaces.mine'],
  'invites.accept': ['workspaces.mine'],
  'members.passOn': ['workspaces.mine'],
  // Of one that is gone, or hidden, or whose last message is gone, events do not carry what is left.
  'accounts.remove': ['conversations.list', 'conversations.one', 'notifications.list', 'notifications.one'],
  'conversations.leave': ['conversations.one', 'notifications.one'],
  'conversations.remove': ['conversations.one', 'notifications.one'],
  'conversations.add': ['notifications.list'],
  // Of which channels' workspaces nothing is known in these caches; which of the unread ones is gone.
  'messages.remove': ['conversations.list', 'conversations.one', 'unread.one', ...ofNotifications],
  'messages.edit': ['unread.one', ...ofNotifications],
  // What was marked by itself stays so; what a place holds that is heard again.
  'unread.mark': ofNotifications,
  'unread.setLevel': ofNotifications,
  'unread.undoMarkAll': ofNotifications,
  'notifications.mark': ofNotifications,
  'messages.send': ['conversations.list', 'unread.one'],
  'societies.remove': ['societies.one'],
};
/** No event tells of an invitation: the page that makes or deletes one asks again by itself. */
const untold: Record<string, string> = { 'invites.create': 'invites.list', 'invites.remove': 'invites.list' };

/** What an administrator is watched for: they are in no place. */
const forAdministrators: ReadonlySet<Feature> = new Set(['reports', 'administration']);

/** Fills every cache with what its person may read of these features in a scene. */
async function load(features: readonly Feature[], scene: Scene): Promise<void> {
  const users = [scene.guest.id, scene.outsider.id];
  const channels = [scene.open._id, scene.private._id];
  const roles = [scene.lead._id, scene.crew._id];
  const conversations = [scene.talk._id, scene.pair._id];
  const societies = [scene.society._id];
  const listed = features.includes('notifications');
  await Promise.all(
    observers.map(async observer => {
      await observer.settled();
      const { notifications } = listed ? await observer.person.ok(api.notifications.list) : { notifications: [] };
      const known = { users, workspaceId: scene.team.id, channels, conversations, roles, societies };
      const watched = observer.name === 'administrator' ? features.filter(one => forAdministrators.has(one)) : features;
      await observer.load(watched, { ...known, notifications: notifications.slice(0, 2).map(({ _id }) => _id) });
    }),
  );
}

/** Nobody is in a society any more. */
async function endSocieties({ owner, holder, member }: Scene): Promise<void> {
  for (const person of [owner, holder, member]) {
    const { society } = await person.ok(api.societies.mine, { params: { id: person.id } });
    if (society?.membership === 'owner') await person.ok(api.societies.remove, { params: { id: society._id } });
  }
}

/** Waits until all caches are what the server would answer, but for what no event tells of these acts. */
async function untilTrue(...names: string[]): Promise<void> {
  const told = (found: string) => !names.some(name => untold[name] && found.includes(`: ${untold[name]}`));
  const differences = async () =>
    (await Promise.all(observers.map(observer => observer.differences()))).flat().filter(told);
  for (const observer of observers) observer.doubt();
  await vi.waitFor(async () => expect(await differences()).toEqual([]), { interval: 200 });
}

/** What the pages have asked again by themselves. */
const askedAgain = () => [...new Set(observers.flatMap(observer => observer.asked.map(readAt)))];

/** What one scenario leaves to the next: its scene, and of which features the caches were found true there. */
interface Left {
  scene: Scene;
  first: Observer['first'];
  watched: readonly Feature[];
}
let left: Left | undefined;

async function end(scene: Scene): Promise<void> {
  for (const observer of observers) observer.forget();
  await scene.owner.call(api.workspaces.remove, { params: scene.params });
  await scene.owner.call(api.conversations.remove, { params: { id: scene.talk._id } });
  await endSocieties(scene);
}

/**
 * Does what a scenario does, in the scene that the one before has left if it has. Caches that were found true in it are
 * what a refetch would be: they are filled again only for other features, or after what a scenario needs first.
 */
async function play(name: string, scenario: Scenario, first: Observer['first'] = null): Promise<void> {
  for (const observer of observers) observer.first = null;
  // What has been done once in a scene may not be done there again.
  if (left && left.first !== first) await end(left.scene);
  const before = left?.first === first ? left : undefined;
  left = undefined;
  const scene = before?.scene ?? (await stage(palabre, cast));
  // Whatever fails leaves nothing to the next one.
  onTestFinished(() => (left ? undefined : end(scene)));
  const watched = neighbours[featureOf(name)];
  const act = await scenario(scene);
  if (scenario.atOnce && before && String(before.watched) === String(watched)) {
    for (const observer of observers) {
      await observer.quiet();
      observer.goOn();
    }
  } else await load(watched, scene);
  for (const observer of observers) observer.first = first;
  await act();
  await untilTrue(name);
  if (scenario.keeps) left = { scene, first, watched: observers.some(({ lost }) => lost) ? [] : watched };
}

/** What one does to what is told by its answer too, once for each endpoint. */
const answered = (['answer', 'event'] as const).flatMap(first =>
  Object.entries(scenarios).flatMap(([name, variants]) => {
    const [variant, scenario] = Object.entries(variants)[0] ?? [];
    const endpoint = endpoints.get(name);
    return scenario && endpoint && isTold(endpoint) ? [{ first, name, variant, scenario }] : [];
  }),
);

describe('the caches, with what one is answered oneself before the events or after them, equal a refetch', () => {
  it.each(answered)('$first first, after $name: $variant', async ({ name, scenario, first }) => {
    await play(name, scenario, first);
  });
});

describe('the caches, with the events alone, equal a refetch', () => {
  it.each(cases)('after $name: $variant', async ({ name, scenario }) => {
    await play(name, scenario);
    const mayAsk = asking[name] ?? [];
    expect(askedAgain().filter(read => byEventsAlone.includes(read) && !mayAsk.includes(read))).toEqual([]);
    if (/^(messages|notifications)\./.test(name))
      expect(askedAgain().filter(read => !mayAsk.includes(read))).toEqual([]);
  });

  it('after a day in which everything is done once, in every feature', async () => {
    if (left) await end(left.scene);
    const scene = await stage(palabre, cast);
    const last = ['members.kick', 'members.ban', 'channels.remove', 'roles.remove', 'workspaces.leave'];
    // Whoever passes it on could do nothing more of it.
    const names = Object.keys(scenarios).filter(
      name => !last.includes(name) && !['members.passOn', 'workspaces.remove'].includes(name),
    );
    const day = [...names, ...last];
    const acts: (() => Promise<unknown>)[] = [];
    for (const name of day)
      for (const scenario of Object.values(scenarios[name] ?? {}).slice(0, 1)) acts.push(await scenario(scene));
    await load(Object.keys(neighbours) as Feature[], scene);
    for (const act of acts) await act();
    await untilTrue(...day);
    await scene.owner.ok(api.workspaces.remove, { params: scene.params });
    await untilTrue(...day);
  });
});
