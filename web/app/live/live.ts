import { api, type EventName, type EventPayload, events } from '@palabre/common/contract/index.ts';
import { hashKey, notifyManager, type QueryClient } from '@tanstack/react-query';
import { conversationsLive } from '../../features/conversations/conversations.live.ts';
import { messagesLive } from '../../features/messages/messages/messages.live.ts';
import { pinsLive } from '../../features/messages/pins/pins.live.ts';
import { linkedAccountsLive } from '../../features/people/linked-accounts/linked-accounts.live.ts';
import { personalDataLive } from '../../features/people/personal-data/personal-data.live.ts';
import { attentionLive } from '../../features/people/preferences/attention/attention.live.ts';
import { presenceLive } from '../../features/people/presence/presence.live.ts';
import { usersLive } from '../../features/people/users/users.live.ts';
import { notificationsLive } from '../../features/reading/notifications/notifications.live.ts';
import { unreadLive } from '../../features/reading/unread/unread.live.ts';
import { administrationLive } from '../../features/running/administration/administration.live.ts';
import { reportsLive } from '../../features/running/reports/reports.live.ts';
import { societiesLive } from '../../features/societies/societies.live.ts';
import { channelsLive } from '../../features/workspaces/channels/channels.live.ts';
import { emojiLive } from '../../features/workspaces/emoji/emoji.live.ts';
import { membersLive } from '../../features/workspaces/members/members.live.ts';
import { rolesLive } from '../../features/workspaces/roles/roles.live.ts';
import { workspacesLive } from '../../features/workspaces/workspaces/workspaces.live.ts';
import type { LiveHandlers } from '../../platform/server/live.ts';
import { keyOf } from '../../platform/server/query.ts';
import type { PalabreSocket } from '../../platform/server/socket.ts';

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

/** An event with its name. */
export type Entry = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];

interface Dispatcher {
  /** Applies what a socket has heard. */
  dispatch: (entry: Entry) => void;
  /** Begins a change; what it gives takes the events that its answer tells, none when it failed. */
  changes: () => (told: readonly Entry[]) => void;
  stop: () => void;
}

const idOf = ({ payload }: Entry): string | undefined => ('_id' in payload ? payload._id : undefined);
const textOf = (entry: Entry): string => JSON.stringify(entry);
/** How many answers are remembered until their events come: without a socket none does. */
const rememberedAnswers = 100;

/**
 * Applies events to the caches, and answers of changes as the events of these. An answer may have been read on the server before an event that arrived first: what
 * came while a query was being fetched is applied again to its answer, so that no order of the two loses anything.
 */
export function createDispatcher(client: QueryClient): Dispatcher {
  let journal: Entry[] = [];
  /** For each change that is being asked for, the ids that events have spoken of meanwhile. */
  const changing = new Set<Set<string>>();
  /** What answers have told before their events came, by id. */
  const told = new Map<string, string>();
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

  const take = (entry: Entry) => {
    const { name, payload } = entry;
    const ordersItself = sequenced.has(name) && !('conversationId' in payload && payload.conversationId);
    if (began.size > 0 && (!ordersItself || began.has(unreadHash))) journal.push(entry);
    apply(name, payload);
  };

  return {
    stop,
    dispatch(entry) {
      const id = idOf(entry);
      if (id !== undefined) {
        for (const heard of changing) heard.add(id);
        const known = told.get(id);
        told.delete(id);
        // An answer has told the same, and nothing else has been heard of it since.
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
          // What an event has said meanwhile is the same, or newer.
          if (id === undefined || heard.has(id)) continue;
          if (told.size >= rememberedAnswers) told.clear();
          told.set(id, textOf(entry));
          take(entry);
        }
      };
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
