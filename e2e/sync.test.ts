import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, startPalabre } from '../server/test/harness.ts';
import { isTold } from '../web/app/live/answers.ts';
import { Observer, serveTabs } from './sync/observer.ts';
import { endpoints, type Feature, featureOf, neighbours, readAt, reads } from './sync/reads.ts';
import type { Scenario } from './sync/scenario.ts';
import { scenarios } from './sync/scenarios.ts';
import { type Cast, castOf, type Scene, stage } from './sync/scene.ts';
import { spends } from './sync/spends.ts';

// Sounds and notifications are no cache, and need a screen.
vi.mock('../web/features/people/preferences/attention/attention.live.ts', () => ({ attentionLive: {} }));

/**
 * House rule 9: for every mutating endpoint, a client's old caches plus the events it then receives equal a refetch of
 * everything.
 */
let palabre: Palabre;
let cast: Cast;
let observers: Observer[];

beforeAll(async () => {
  palabre = await startPalabre();
  cast = await castOf(palabre);
  serveTabs(palabre, (token, path) => observers?.find(({ person }) => person.token === token)?.asked.push(path));
  observers = [];
  for (const name of ['owner', 'holder', 'member', 'outsider', 'visitor', 'administrator'] as const) {
    observers.push(await Observer.open(name, cast[name], palabre));
  }
});

// Lasting changes demand a proof of the last quarter of an hour: on a busy machine all scenarios take longer than that.
beforeEach(async () => {
  await palabre.services.database.pool.query('UPDATE sessions SET proved_at = now()');
});

afterAll(() => {
  for (const observer of observers) observer.close();
  vi.unstubAllGlobals();
});

const named = (mutating: boolean) =>
  [...endpoints].filter(([, { method }]) => (method !== 'GET') === mutating).map(([name]) => name);

describe('Every endpoint', () => {
  it('Every endpoint that reads is listed in `reads`', () => {
    expect(Object.keys(reads).sort()).toEqual(named(false).sort());
  });

  it('Every endpoint that mutates has a scenario', () => {
    expect(Object.keys(scenarios).sort()).toEqual(named(true).sort());
  });
});

const cases = Object.entries(scenarios).flatMap(([name, variants]) =>
  Object.entries(variants).map(([variant, scenario]) => ({ name, variant, scenario })),
);

/** Endpoints whose caches events update completely, without a refetch, except after the calls of `asking`. */
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
 * Endpoints refetched after each of these calls: ranks close up below a deleted role, a card holds more than its
 * workspace's event, and a hidden conversation comes back with a message.
 */
const ofNotifications = ['notifications.list', 'notifications.one'];
const asking: Record<string, string[]> = {
  // A profile's event carries only its public part.
  'otp.check': ['users.me'],
  'accounts.update': ['users.me'],
  ...Object.fromEntries(['change', 'cancel', 'confirm', 'changeOf'].map(name => [`addresses.${name}`, ['users.me']])),
  'notifications.stopMails': ['users.me'],
  'roles.remove': ['roles.list', 'roles.mine'],
  'workspaces.create': ['workspaces.mine'],
  'workspaces.join': ['workspaces.mine'],
  'invites.accept': ['workspaces.mine'],
  'emailInvites.accept': ['workspaces.mine'],
  'members.passOn': ['workspaces.mine'],
  'administration.depart': ['workspaces.mine'],
  // Events do not carry the rest of a conversation that is gone, hidden, or without its last message.
  'accounts.remove': ['conversations.list', 'conversations.one', 'notifications.list', 'notifications.one'],
  'conversations.leave': ['conversations.one', 'notifications.one'],
  'conversations.remove': ['conversations.one', 'notifications.one'],
  'conversations.add': ['notifications.list'],
  // These caches do not know the workspaces of some channels, nor which unread message was deleted.
  'messages.remove': ['conversations.list', 'conversations.one', 'unread.one', ...ofNotifications],
  'messages.edit': ['unread.one', ...ofNotifications],
  // A notification marked apart keeps its state; a place unmuted again has notifications.
  'unread.mark': ofNotifications,
  'unread.setLevel': ofNotifications,
  'unread.undoMarkAll': ofNotifications,
  'notifications.mark': ofNotifications,
  'messages.send': ['conversations.list', 'unread.one'],
  'societies.remove': ['societies.one'],
};
/** No event reports an invitation: the page that creates or deletes it refetches. */
const untold: Record<string, string> = { 'invites.create': 'invites.list', 'invites.remove': 'invites.list' };

/** Features whose caches are watched for the administrator, who is in no place. */
const forAdministrators: ReadonlySet<Feature> = new Set(['reports', 'administration']);

/** Features whose caches are watched for the guest, for whom most others are closed. */
const forGuests: ReadonlySet<Feature> = new Set([
  'workspaces',
  'members',
  'channels',
  'roles',
  'messages',
  'unread',
  'emoji',
]);

/** Fills the caches of these observers with what its user may read of these features in a scene. */
async function load(watching: readonly Observer[], features: readonly Feature[], scene: Scene): Promise<void> {
  const users = [scene.guest.id, scene.outsider.id];
  const channels = [scene.open._id, scene.private._id];
  const roles = [scene.lead._id, scene.crew._id];
  const conversations = [scene.talk._id, scene.pair._id];
  const societies = [scene.society._id];
  const listed = features.includes('notifications');
  await Promise.all(
    watching.map(async observer => {
      await observer.settled();
      const { notifications } = listed ? await observer.person.ok(api.notifications.list) : { notifications: [] };
      const known = { users, workspaceId: scene.team.id, channels, conversations, roles, societies };
      const only = { administrator: forAdministrators, visitor: forGuests }[observer.name];
      const watched = only ? features.filter(one => only.has(one)) : features;
      await observer.load(watched, { ...known, notifications: notifications.slice(0, 2).map(({ _id }) => _id) });
    }),
  );
}

/** Deletes the societies of the cast. */
async function endSocieties({ owner, holder, member }: Scene): Promise<void> {
  for (const person of [owner, holder, member]) {
    const { society } = await person.ok(api.societies.mine, { params: { id: person.id } });
    if (society?.membership === 'owner') await person.ok(api.societies.remove, { params: { id: society._id } });
  }
}

/** Waits until the caches of these observers equal the server's answers, except what no event reports of these calls. */
async function untilTrue(watching: readonly Observer[], ...names: string[]): Promise<void> {
  const told = (found: string) => !names.some(name => untold[name] && found.includes(`: ${untold[name]}`));
  const differences = async () =>
    (await Promise.all(watching.map(observer => observer.differences()))).flat().filter(told);
  for (const observer of watching) observer.doubt();
  await vi.waitFor(async () => expect(await differences()).toEqual([]), { interval: 200 });
}

/** Returns the names of the endpoints that the tabs refetched by themselves; a guest's do, as events tell them little. */
const askedAgain = () => [
  ...new Set(observers.filter(({ name }) => name !== 'visitor').flatMap(({ asked }) => asked.map(readAt))),
];

/** State passed from one scenario to the next: its scene, and the caches that were verified in it. */
interface Left {
  scene: Scene;
  first: Observer['first'];
  watched: readonly Feature[];
  watching: readonly Observer[];
}
let left: Left | undefined;

async function end(scene: Scene): Promise<void> {
  for (const observer of observers) observer.forget();
  await scene.owner.call(api.workspaces.remove, { params: scene.params });
  await scene.owner.call(api.conversations.remove, { params: { id: scene.talk._id } });
  await endSocieties(scene);
}

/** Observers who call in the act of a scenario: known once it was played by events alone. */
const actors = new Map<Scenario, readonly Observer[]>();

/** Returns the observers to watch: the order of a call's answer and event concerns its callers. */
const watchingOf = (scenario: Scenario, first: Observer['first']): readonly Observer[] => {
  const calling = (first && actors.get(scenario)) ?? [];
  return calling.length > 0 ? calling : observers;
};

/** Limits that the acts of an endpoint's scenarios have spent. */
const spent = new Map<string, Set<string>>();

/**
 * Plays a scenario, in the scene left by the previous one if any. Caches verified there equal a refetch: they are only
 * filled again for other features or observers, or after a scenario's preparations.
 */
async function play(name: string, scenario: Scenario, first: Observer['first'] = null): Promise<void> {
  for (const observer of observers) observer.first = null;
  // A scenario may not be played twice in one scene.
  if (left && left.first !== first) await end(left.scene);
  const before = left?.first === first ? left : undefined;
  left = undefined;
  const scene = before?.scene ?? (await stage(palabre, cast));
  // A failure leaves no scene to the next scenario.
  onTestFinished(() => (left ? undefined : end(scene)));
  const watched = neighbours[featureOf(name)];
  const watching = watchingOf(scenario, first);
  const areVerified =
    String(before?.watched) === String(watched) && watching.every(observer => before?.watching.includes(observer));
  for (const observer of observers) if (!watching.includes(observer)) observer.forget();
  const act = await scenario(scene);
  if (scenario.atOnce && areVerified) {
    for (const observer of watching) {
      await observer.quiet();
      observer.goOn();
    }
  } else await load(watching, watched, scene);
  for (const observer of observers) Object.assign(observer, { first, hasCalled: false, hasTold: false });
  const spend = vi.spyOn(palabre.services.limits, 'spend').mockClear();
  await act();
  const limits = spent.get(name) ?? new Set();
  for (const [limit] of spend.mock.calls) limits.add(limit);
  spent.set(name, limits);
  if (!first)
    actors.set(
      scenario,
      observers.filter(({ hasCalled }) => hasCalled),
    );
  if (first === 'answer' && watching.some(({ hasCalled }) => hasCalled))
    expect(watching.some(({ hasTold }) => hasTold)).toBe(true);
  await untilTrue(watching, name);
  if (scenario.keeps) left = { scene, first, watched: watching.some(({ lost }) => lost) ? [] : watched, watching };
}

/** Scenarios whose answer also updates the caches, one per endpoint. */
const answered = (['answer', 'event'] as const).flatMap(first =>
  Object.entries(scenarios).flatMap(([name, variants]) => {
    const [variant, scenario] = Object.entries(variants)[0] ?? [];
    const endpoint = endpoints.get(name);
    return scenario && endpoint && isTold(endpoint) ? [{ first, name, variant, scenario }] : [];
  }),
);

describe('Caches updated by events alone equal a refetch', () => {
  it.each(cases)('Caches equal a refetch after $name: $variant', async ({ name, scenario }) => {
    await play(name, scenario);
    const mayAsk = asking[name] ?? [];
    expect(askedAgain().filter(read => byEventsAlone.includes(read) && !mayAsk.includes(read))).toEqual([]);
    if (/^(messages|notifications)\./.test(name))
      expect(askedAgain().filter(read => !mayAsk.includes(read))).toEqual([]);
  });

  it('The acts before spent the limits of their endpoints, and no others', () => {
    const found = Object.fromEntries([...spent].map(([name, limits]) => [name, [...limits].sort()]));
    expect(found).toEqual(Object.fromEntries([...spent.keys()].map(name => [name, spends[name] ?? []])));
  });

  it('Caches of all features equal a refetch after a day of every scenario', async () => {
    if (left) await end(left.scene);
    const scene = await stage(palabre, cast);
    const last = ['members.kick', 'members.ban', 'channels.remove', 'roles.remove', 'workspaces.leave'];
    // After passing the workspace on, the owner could do nothing more.
    const names = Object.keys(scenarios).filter(
      name => !last.includes(name) && !['members.passOn', 'workspaces.remove'].includes(name),
    );
    const day = [...names, ...last];
    const acts: (() => Promise<unknown>)[] = [];
    for (const name of day)
      for (const scenario of Object.values(scenarios[name] ?? {}).slice(0, 1)) acts.push(await scenario(scene));
    await load(observers, Object.keys(neighbours) as Feature[], scene);
    for (const act of acts) await act();
    await untilTrue(observers, ...day);
    await scene.owner.ok(api.workspaces.remove, { params: scene.params });
    await untilTrue(observers, ...day);
  });
});

describe('Caches updated by answers and events equal a refetch', () => {
  it.each(answered)(
    'Caches equal a refetch with the $first first, after $name: $variant',
    async ({ name, scenario, first }) => {
      await play(name, scenario, first);
    },
  );
});
