import { api, type EventName, type EventPayload, events } from '@palabre/common/contract/index.ts';
import { hashKey, notifyManager, type QueryClient } from '@tanstack/react-query';
import { conversationsLive } from '../../features/conversations/conversations.live.ts';
import { messagesLive } from '../../features/messages/messages/messages.live.ts';
import { pinsLive } from '../../features/messages/pins/pins.live.ts';
import { scheduledLive } from '../../features/messages/scheduled/scheduled.live.ts';
import { threadsLive } from '../../features/messages/threads/threads.live.ts';
import { availabilityLive } from '../../features/people/availability/availability.live.ts';
import { linkedAccountsLive } from '../../features/people/linked-accounts/linked-accounts.live.ts';
import { personalDataLive } from '../../features/people/personal-data/personal-data.live.ts';
import { attentionLive } from '../../features/people/preferences/attention/attention.live.ts';
import { presenceLive } from '../../features/people/presence/presence.live.ts';
import { usersLive } from '../../features/people/users/users.live.ts';
import { notificationsLive } from '../../features/reading/notifications/notifications.live.ts';
import { pushLive } from '../../features/reading/push/push.live.ts';
import { unreadLive } from '../../features/reading/unread/unread.live.ts';
import { administrationLive } from '../../features/running/administration/administration.live.ts';
import { announcementsLive } from '../../features/running/announcements/announcements.live.ts';
import { disconnectionLive } from '../../features/running/disconnection/disconnection.live.ts';
import { reportsLive } from '../../features/running/reports/reports.live.ts';
import { settingsLive } from '../../features/running/settings/settings.live.ts';
import { societiesLive } from '../../features/societies/societies.live.ts';
import { channelsGoingWith, channelsLive } from '../../features/workspaces/channels/channels.live.ts';
import { emojiLive } from '../../features/workspaces/emoji/emoji.live.ts';
import { guestsLive } from '../../features/workspaces/guests/guests.live.ts';
import { membersLive } from '../../features/workspaces/members/members.live.ts';
import { rolesLive } from '../../features/workspaces/roles/roles.live.ts';
import { workspaceReportsLive } from '../../features/workspaces/workspace-reports/workspace-reports.live.ts';
import { workspacesLive } from '../../features/workspaces/workspaces/workspaces.live.ts';
import type { LiveHandlers } from '../../platform/server/live.ts';
import { keyOf } from '../../platform/server/query.ts';
import type { PalabreSocket } from '../../platform/server/socket.ts';
import { sequenced } from './missed.ts';

/**
 * Live handlers of all features. Their order does not matter: no handler reads a cache that another changes by the same
 * event.
 */
const hearing = [
  administrationLive,
  announcementsLive,
  attentionLive,
  availabilityLive,
  channelsLive,
  conversationsLive,
  disconnectionLive,
  emojiLive,
  guestsLive,
  linkedAccountsLive,
  membersLive,
  messagesLive,
  notificationsLive,
  personalDataLive,
  pinsLive,
  presenceLive,
  pushLive,
  reportsLive,
  rolesLive,
  scheduledLive,
  settingsLive,
  societiesLive,
  threadsLive,
  unreadLive,
  usersLive,
  workspaceReportsLive,
  workspacesLive,
] as const;

type NamesIn<Feature> = Feature extends unknown ? keyof Feature : never;
type Unheard = Exclude<EventName, NamesIn<(typeof hearing)[number]>>;

/** All live handlers. An event of the contract without a handler is a compile error that names the event. */
export const features: [Unheard] extends [never] ? readonly LiveHandlers[] : `no handler for ${Unheard}` = hearing;

/** Starts of the hashes of queries that message events change too: the unread list, threads with their messages. */
const messageHashes = [api.unread.list, api.threads.one, api.threads.list].map(endpoint =>
  hashKey(keyOf(endpoint)).slice(0, -1),
);

/** An event: its name and its payload. */
export type Entry = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];

interface Dispatcher {
  /** Applies an event from the socket. */
  dispatch: (entry: Entry) => void;
  /** Begins a change; returns the function that takes the events of its response, none if the change failed. */
  changes: () => (told: readonly Entry[]) => void;
  /** Forgets the responses whose events have not arrived: the events of a lost connection never will. */
  forgetAnswers: () => void;
  stop: () => void;
}

/**
 * Returns the id of an event's subject; a thread's is prefixed, because its root message has the same id and events of
 * its own.
 */
const idOf = ({ name, payload }: Entry): string | undefined =>
  name === 'updateThread' ? `thread ${payload.threadId}` : '_id' in payload ? payload._id : undefined;
const textOf = (entry: Entry): string => JSON.stringify(entry);
/** Number of responses remembered until their events arrive; without a socket, none arrives. */
const rememberedAnswers = 100;

/**
 * Applies events, and the responses of changes as their events, to the caches. The server may have read a query's response
 * before an event that arrives earlier. Events that arrive during a fetch are therefore journaled and applied again to the
 * response, so that no order of the two loses a change.
 */
export function createDispatcher(client: QueryClient, heardBy: readonly LiveHandlers[] = features): Dispatcher {
  let journal: Entry[] = [];
  /** For each pending change, the ids of the events that have arrived since it began. */
  const changing = new Set<Set<string>>();
  /** Events applied from responses, by id, until the same event arrives. */
  const told = new Map<string, string>();
  /** Length of the journal when each pending fetch began, by query hash; the page's first fetches are pending already. */
  const began = new Map<string, number>();
  for (const { queryHash, state } of client.getQueryCache().getAll()) {
    if (state.fetchStatus === 'fetching') began.set(queryHash, 0);
  }

  const tell = <N extends EventName>(name: N, payload: EventPayload<N>) => {
    for (const feature of heardBy) feature[name]?.(payload, client);
  };

  const apply = ({ name, payload }: Entry) => {
    // One render for each event, so that no component sees half of its changes.
    notifyManager.batch(() => {
      // A deleted workspace also deletes its channels: each gets its own event.
      if (name === 'deleteWorkspace')
        for (const channel of channelsGoingWith(payload, client)) tell('deleteChannel', channel);
      tell(name, payload);
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
      for (const entry of missed) apply(entry);
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

  const take = (entry: Entry) => {
    const { name, payload } = entry;
    const ordersItself = sequenced.has(name) && !('conversationId' in payload && payload.conversationId);
    const isAwaited = [...began.keys()].some(hash => messageHashes.some(start => hash.startsWith(start)));
    if (began.size > 0 && (!ordersItself || isAwaited)) journal.push(entry);
    apply(entry);
  };

  return {
    stop,
    forgetAnswers: () => told.clear(),
    dispatch(entry) {
      const id = idOf(entry);
      if (id !== undefined) {
        for (const heard of changing) heard.add(id);
        const known = told.get(id);
        told.delete(id);
        // The same event was applied from a response, and no other event of this id has arrived since.
        if (known === textOf(entry)) return;
      }
      take(entry);
    },
    changes() {
      const heard = new Set<string>();
      changing.add(heard);
      return entries => {
        changing.delete(heard);
        for (const entry of entries) {
          const id = idOf(entry);
          // An event of this id that arrived since the change began is the same or newer.
          if (id === undefined || heard.has(id)) continue;
          if (told.size >= rememberedAnswers) told.clear();
          told.set(id, textOf(entry));
          take(entry);
        }
      };
    },
  };
}

/** Dispatches every event of the contract from a socket. */
export function listen(socket: PalabreSocket, dispatch: (entry: Entry) => void): void {
  const heard = socket as { on(name: string, listener: (payload: never) => void): unknown };
  for (const name of Object.keys(events) as EventName[]) {
    heard.on(name, payload => dispatch({ name, payload } as Entry));
  }
}
