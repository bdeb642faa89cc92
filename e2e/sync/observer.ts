import assert from 'node:assert/strict';
import type { Endpoint } from '@palabre/common/contract/define.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { vi } from 'vitest';
import { ask } from '../../server/test/ask.ts';
import type { Reply } from '../../server/test/client.ts';
import type { Palabre, Person } from '../../server/test/harness.ts';
import { markerEvent, sendMarker } from '../../server/test/marker.ts';
import type { PalabreSocket } from '../../web/platform/server/socket.ts';
import { type Difference, difference } from './difference.ts';
import { endpoints, type Feature, featureOf, type Input, type Known, reads, toldOf } from './reads.ts';

/** Loads the modules that keep the web client's caches current, anew for each tab. */
async function loadTab() {
  vi.resetModules();
  const [contract, live, answers, query, session, places, timelines, threads] = await Promise.all([
    import('@palabre/common/contract/index.ts'),
    import('../../web/app/live/live.ts'),
    import('../../web/app/live/answers.ts'),
    import('../../web/platform/server/query.ts'),
    import('../../web/platform/session/session.ts'),
    import('../../web/features/messages/timeline/open/timelines.store.ts'),
    import('../../web/features/messages/timeline/open/timelines.ts'),
    import('../../web/features/messages/threads/open/thread-states.ts'),
  ]);
  // The tab knows endpoints by the objects of its own contract.
  const endpointsOfTab = Object.values(contract.api).flatMap((group): Endpoint[] => Object.values(group));
  const own = ({ method, path }: Endpoint) => {
    const found = endpointsOfTab.find(one => one.method === method && one.path === path);
    assert(found, `the tab does not know ${method} ${path}`);
    return found;
  };
  return { own, live, answers, query, session, timelines: { ...places, ...timelines }, threads };
}
type Tab = Awaited<ReturnType<typeof loadTab>>;

/** Leaves out what a thread is to its reader: the page takes that from the list of unread states. */
function withoutCounts({ thread, ...message }: Message): object {
  return thread ? { ...message, thread: { ...thread, unread: 0, read: 0 } } : message;
}

type Entry = Parameters<ReturnType<Tab['live']['createDispatcher']>['dispatch']>[0];
type Call = (endpoint: Endpoint, input?: Input) => Promise<Reply<unknown>>;

/** Cached answer, with its endpoint and input. */
interface Held {
  name: string;
  endpoint: Endpoint;
  input: Input;
  key: readonly unknown[];
  /** Server's answer at the last refetch of this round. */
  fresh?: Reply<unknown> | undefined;
}

const loosely = (person: Person, { endpoint, input }: Held): Promise<Reply<unknown>> =>
  (person.call as Call).call(person, endpoint, input);

/** Routes the tabs' requests, with paths relative to their origin, to the server. */
export function serveTabs(palabre: Palabre, onAsk: (token: string, path: string) => void): void {
  const outside = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (typeof address !== 'string' || !address.startsWith('/')) return outside(address, init);
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    onAsk(token, address);
    if (init.method !== 'GET') return outside(palabre.url + address, init);
    const headers = Object.fromEntries(new Headers(init.headers));
    return ask(palabre.url + address, { headers, signal: init.signal }).then(
      ({ text, ...answer }) => new Response(text || null, answer),
    );
  });
}

/**
 * Observes a user whose tab has everything in two caches: a shown one, where a stale query is refetched at once, and a
 * hidden one, where it is only marked as stale.
 */
export class Observer {
  /** Paths that the tab requested by itself since its caches were filled. */
  asked: string[] = [];
  private held: Held[] = [];
  private shown = new QueryClient();
  private aside = new QueryClient();
  private unsubscribe: (() => void)[] = [];
  private dispatchers: ReturnType<Tab['live']['createDispatcher']>[] = [];
  private readonly markers = new Map<string, () => void>();
  /** Whether the answer or the event of the user's own changes comes first; null for events alone. */
  first: 'answer' | 'event' | null = null;
  /** Whether the user has changed something by a call, and whether its answer told the caches, since these were set to false. */
  hasCalled = false;
  hasTold = false;
  /** Events held while an answer is to come first. */
  private waiting: Entry[] | null = null;

  private constructor(
    readonly name: string,
    readonly person: Person,
    private readonly palabre: Palabre,
    private readonly tab: Tab,
  ) {}

  /** Opens the user's tab and its socket. */
  static async open(name: string, person: Person, palabre: Palabre): Promise<Observer> {
    const tab = await loadTab();
    tab.session.login(person.token ?? '', person.user);
    const observer = new Observer(name, person, palabre, tab);
    const socket: PalabreSocket = io(palabre.url, {
      auth: { token: person.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    tab.live.listen(socket, entry => observer.hear(entry));
    observer.heedAnswers();
    socket.on(markerEvent as never, ((marker: string) => observer.markers.get(marker)?.()) as never);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    observer.stayThere = () => void socket.emit('activity');
    observer.close = () => void socket.disconnect();
    return observer;
  }

  close = (): void => {};
  /** Sends presence, as a page does every 15 s. */
  private stayThere = (): void => {};

  private hear(entry: Entry): void {
    if (this.waiting) this.waiting.push(entry);
    else for (const { dispatch } of this.dispatchers) dispatch(entry);
  }

  /** Applies the answers to the user's own changes, as a page does, before or after their events. */
  private heedAnswers(): void {
    const { person } = this;
    const plainly = person.call.bind(person) as Call;
    const heeding: Call = async (endpoint, input) => {
      this.hasCalled ||= endpoint.method !== 'GET';
      if (endpoint.method === 'GET' || !this.first) return plainly(endpoint, input);
      const { shown, aside, first } = this;
      const begun = this.dispatchers.map(({ changes }, index) => ({
        settle: changes(),
        client: [shown, aside][index],
      }));
      if (first === 'answer') this.waiting ??= [];
      const { status, body, ...reply } = await plainly(endpoint, input);
      if (first === 'event') await this.settled();
      for (const { settle, client } of begun) {
        const told =
          status < 300 && client ? this.tab.answers.toldBy(this.tab.own(endpoint), body, input ?? {}, client) : [];
        this.hasTold ||= told.length > 0;
        settle(told);
      }
      const heard = this.waiting ?? [];
      this.waiting = null;
      for (const entry of heard) this.hear(entry);
      return { status, body, ...reply };
    };
    person.call = heeding as typeof person.call;
  }

  /** Waits until all events sent to this user so far are applied. */
  async settled(): Promise<void> {
    const marker = await sendMarker(this.palabre.services.broadcaster, this.person.id);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.name} was not sent the marker`)), waitTimeoutMs);
      this.markers.set(marker, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.markers.delete(marker);
  }

  /** Clears the caches, and fills them with all that this user may read of these features. */
  async load(features: readonly Feature[], known: Omit<Known, 'self'>): Promise<void> {
    this.forget();
    this.stayThere();
    [this.shown, this.aside] = [new QueryClient(), new QueryClient()];
    const { createDispatcher, features: heardBy } = this.tab.live;
    this.dispatchers = [createDispatcher(this.shown), createDispatcher(this.aside, heardBy.toReversed())];
    const all = [...endpoints]
      .filter(([name]) => features.includes(featureOf(name)))
      .flatMap(([name, endpoint]) =>
        (reads[name]?.({ ...known, self: this.person.id }) ?? []).map(input => ({ name, endpoint, input })),
      );
    await Promise.all(all.map(one => this.hold(one)));
    const { openPlace, useTimelines, forgetPlace } = this.tab.timelines;
    const places = [
      ...known.channels.map(channelId => ({ channelId })),
      ...known.conversations.map(conversationId => ({ conversationId })),
    ];
    if (features.includes('messages')) await Promise.all(places.map(openPlace));
    for (const [id, { failure }] of Object.entries(useTimelines.getState().places)) if (failure) forgetPlace(id);
    const me = await this.person.raw<{ user: SelfUser }>('GET', '/api/user/me');
    this.tab.session.setUser(me.body.user);
    this.begin();
  }

  private async hold({ name, endpoint, input }: Omit<Held, 'key'>): Promise<void> {
    const { endpointQuery } = this.tab.query;
    const options = (endpointQuery as (endpoint: Endpoint, input: Input) => { queryKey: readonly unknown[] })(
      endpoint,
      input,
    );
    const key = options.queryKey;
    try {
      const answer = await this.shown.fetchQuery(options);
      this.aside.setQueryData(key, answer);
      this.unsubscribe.push(new QueryObserver(this.shown, { ...options, staleTime: 600_000 }).subscribe(() => {}));
      this.held.push({ name, endpoint, input, key });
    } catch {
      // Not readable by this user: it would not be cached.
      this.shown.removeQueries({ queryKey: key, exact: true });
    }
  }

  forget(): void {
    for (const stop of this.unsubscribe.splice(0)) stop();
    for (const { stop } of this.dispatchers.splice(0)) stop();
    this.held = [];
    this.tab.timelines.forgetPlaces();
  }

  /** Waits until no request is pending. */
  async quiet(): Promise<void> {
    await this.settled();
    await vi.waitFor(() => assert(this.shown.isFetching() === 0, 'still asking'), { interval: 5 });
  }

  /** Starts a new round: all answers are fetched again. */
  doubt(): void {
    for (const held of this.held) held.fresh = undefined;
  }

  /**
   * Returns the differences between caches and server. An answer that was equal is not fetched again until the next
   * `doubt`, but compared each time.
   */
  async differences(): Promise<Difference[]> {
    await this.quiet();
    const found = await Promise.all(this.held.map(one => this.compare(one)));
    const all = found.flat().map(difference => `${this.name}: ${difference}`);
    return all.length > 0 ? all : this.otherDifferences();
  }

  /** Tells whether a cached answer may no longer be read. */
  get lost(): boolean {
    return this.held.some(({ fresh }) => fresh && fresh.status >= 400);
  }

  /**
   * Continues with these verified caches: stale hidden entries take the shown data, unless that is about to be
   * refetched.
   */
  goOn(): void {
    for (const { key } of this.held) {
      if (!this.aside.getQueryState(key)?.isInvalidated || this.shown.getQueryState(key)?.isInvalidated) continue;
      this.aside.setQueryData(key, this.shown.getQueryData(key));
    }
    this.begin();
  }

  private begin(): void {
    this.asked = [];
    this.doubt();
  }

  /** Returns the differences of timelines and of the user's session. */
  private async otherDifferences(): Promise<Difference[]> {
    const { places } = this.tab.timelines.useTimelines.getState();
    const timelines = await Promise.all(Object.keys(places).map(id => this.compareTimeline(id)));
    const fresh = await this.person.raw<{ user: unknown }>('GET', '/api/user/me');
    const session = this.tab.session.useSession.getState().user;
    const self = fresh.status === 200 ? difference(`session`, session, fresh.body.user) : [];
    return timelines
      .flat()
      .concat(self)
      .map(found => `${this.name}: ${found}`);
  }

  private async compare(held: Held): Promise<Difference[]> {
    held.fresh ??= await loosely(this.person, held);
    const found = this.compareWith(held, held.fresh);
    // The server may have changed meanwhile, or an event may still be on its way.
    if (found.length > 0) held.fresh = undefined;
    return found;
  }

  private compareWith(held: Held, fresh: Reply<unknown>): Difference[] {
    const [shown, aside] = [this.shown, this.aside].map(client => client.getQueryCache().find({ queryKey: held.key }));
    const label = `${held.name} ${JSON.stringify(held.input)}`;
    if (fresh.status >= 400) {
      if (held.name === 'workspaces.one') return [];
      // A user outside a society gets no event of its deletion.
      const known = shown?.state.data as { society?: { membership?: string } } | undefined;
      if (held.name === 'societies.one' && known?.society?.membership === 'none') return [];
      const kept = [shown, aside].filter(query => query?.state.data !== undefined && !query.state.isInvalidated);
      return kept.length > 0 ? [`${label}: still trusted, now refused`] : [];
    }
    const now = toldOf(held.name, fresh.body);
    if (now === null) return [];
    const stale = aside === undefined || aside.state.isInvalidated;
    return [
      ...difference(`${label} shown`, toldOf(held.name, shown?.state.data), now),
      ...(stale ? [] : difference(`${label} aside`, toldOf(held.name, aside.state.data), now)),
    ];
  }

  private async compareTimeline(placeId: string): Promise<Difference[]> {
    const { threaded, useThreadStates } = this.tab.threads;
    const { timeline, place = {} } = this.tab.timelines.useTimelines.getState().places[placeId] ?? {};
    const fresh = await this.person.raw<{ messages: Message[]; seq: number }>(
      'GET',
      `/api/message/paginated?${new URLSearchParams(place as Record<string, string>)}`,
    );
    if (fresh.status >= 400) return [`timeline ${placeId}: kept, now refused`];
    const shown = timeline && threaded(timeline.messages, useThreadStates.getState().states);
    return [
      ...difference(`timeline ${placeId}`, shown?.map(withoutCounts), fresh.body.messages.map(withoutCounts)),
      ...difference(`timeline ${placeId} seq`, timeline?.seq, fresh.body.seq),
    ];
  }
}
