import { api, type EventName, type EventPayload, events } from '@palabre/common/contract/index.ts';
import { hashKey, notifyManager, type QueryClient } from '@tanstack/react-query';
import { administrationLive } from '../features/administration/administration.live.ts';
import { channelsLive } from '../features/channels/channels.live.ts';
import { conversationsLive } from '../features/conversations/conversations.live.ts';
import { emojiLive } from '../features/emoji/emoji.live.ts';
import { linkedAccountsLive } from '../features/linked-accounts/linked-accounts.live.ts';
import { membersLive } from '../features/members/members.live.ts';
import { messagesLive } from '../features/messages/messages.live.ts';
import { notificationsLive } from '../features/notifications/notifications.live.ts';
import { personalDataLive } from '../features/personal-data/personal-data.live.ts';
import { pinsLive } from '../features/pins/pins.live.ts';
import { attentionLive } from '../features/preferences/attention/attention.live.ts';
import { presenceLive } from '../features/presence/presence.live.ts';
import { reportsLive } from '../features/reports/reports.live.ts';
import { rolesLive } from '../features/roles/roles.live.ts';
import { societiesLive } from '../features/societies/societies.live.ts';
import { unreadLive } from '../features/unread/unread.live.ts';
import { usersLive } from '../features/users/users.live.ts';
import { workspacesLive } from '../features/workspaces/workspaces.live.ts';
import { keyOf } from '../platform/query.ts';
import type { PalabreSocket } from '../platform/socket.ts';

/** What a feature does with the events that concern it: it brings the caches it owns up to date, and nothing else. */
export type LiveHandlers = { [N in EventName]?: (payload: EventPayload<N>, client: QueryClient) => void };

/**
 * Each event goes through the features in this order: people before the lists they stand in, and what is inside a
 * workspace before the workspace, by whose cached channels the others find what they have to forget.
 */
const ordered = [
  usersLive,
  linkedAccountsLive,
  personalDataLive,
  membersLive,
  messagesLive,
  pinsLive,
  channelsLive,
  conversationsLive,
  rolesLive,
  workspacesLive,
  // Before notifications, by whose list it knows whom a message called.
  unreadLive,
  notificationsLive,
  presenceLive,
  emojiLive,
  societiesLive,
  attentionLive,
  reportsLive,
  administrationLive,
] as const;

type NamesIn<Feature> = Feature extends unknown ? keyof Feature : never;
type Unheard = Exclude<EventName, NamesIn<(typeof ordered)[number]>>;

/** Does not compile, and says which, while an event of the contract has no handler. */
const features: [Unheard] extends [never] ? readonly LiveHandlers[] : `no handler for ${Unheard}` = ordered;

/** What messages change beside the place they are in. */
const unreadHash = hashKey(keyOf(api.unread.list));

/**
 * Timelines order their own events by `seq`: they need no journal. Lists of conversations, which show the last message, do,
 * and so do counts of what is unread.
 */
export const sequenced: ReadonlySet<EventName> = new Set(['newMessage', 'updateMessage', 'deleteMessage']);

type Entry = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];

/**
 * Applies events to the caches. An answer may have been read on the server before an event that arrived first: what
 * came while a query was being fetched is applied again to its answer, so that no order of the two loses anything.
 */
export function createDispatcher(client: QueryClient): { dispatch: (entry: Entry) => void; stop: () => void } {
  let journal: Entry[] = [];
  /** Where the journal stood when each running fetch began, by query; what a page asks for first runs already. */
  const began = new Map<string, number>();
  for (const { queryHash, state } of client.getQueryCache().getAll()) {
    if (state.fetchStatus === 'fetching') began.set(queryHash, 0);
  }

  const apply = <N extends EventName>(name: N, payload: EventPayload<N>) => {
    // One event, one render: no screen sees half of what it changes.
    notifyManager.batch(() => {
      for (const feature of features) feature[name]?.(payload, client);
    });
  };

  const settle = (hash: string, answered: boolean) => {
    const from = began.get(hash);
    if (from === undefined) return;
    began.delete(hash);
    const missed = answered ? journal.slice(from) : [];
    if (began.size === 0) journal = [];
    if (missed.length === 0) return;
    queueMicrotask(() => {
      for (const { name, payload } of missed) apply(name, payload);
    });
  };

  const stop = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type === 'removed') settle(query.queryHash, false);
    if (type !== 'updated' || !('action' in event)) return;
    const { action } = event;
    if (action.type === 'fetch') began.set(query.queryHash, journal.length);
    else if (action.type === 'success' && !action.manual) settle(query.queryHash, true);
    else if (query.state.fetchStatus !== 'fetching') settle(query.queryHash, false);
  });

  return {
    stop,
    dispatch({ name, payload }) {
      const ordersItself = sequenced.has(name) && !('conversationId' in payload && payload.conversationId);
      if (began.size > 0 && (!ordersItself || began.has(unreadHash))) journal.push({ name, payload } as Entry);
      apply(name, payload);
    },
  };
}

/** Hears every event of the contract on a socket. */
export function listen(socket: PalabreSocket, dispatch: (entry: Entry) => void): void {
  const heard = socket as { on(name: string, listener: (payload: never) => void): unknown };
  for (const name of Object.keys(events) as EventName[]) {
    heard.on(name, payload => dispatch({ name, payload } as Entry));
  }
}
