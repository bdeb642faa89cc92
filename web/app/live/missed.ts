import type { EventName } from '@palabre/common/contract/index.ts';

/**
 * Events that timelines order by `seq`, so that timelines need no journal. Conversation lists, which show the last message,
 * and unread counts do need the journal for these events.
 */
export const sequenced: ReadonlySet<EventName> = new Set(['newMessage', 'updateMessage', 'deleteMessage']);

/** Groups of caches that a page brings up to date after a connection. */
export interface Missed {
  /** Whether all active queries are refetched, the other groups among them. */
  lists: boolean;
  /** Whether cached timelines get their changes, and the messages in them the state of their threads. */
  messages: boolean;
  /** Whether the catch-up includes the current authors of cached timelines: no message event reports their changes. */
  authors: boolean;
  /** Whether lists that messages and reading change are refetched: conversations, unread states, notifications, pins. */
  counted: boolean;
  /** Whether lists that show presence are refetched. */
  people: boolean;
}

/** Events of the person's own reading and notifications, which change counted lists only. */
const counting: ReadonlySet<EventName> = new Set([
  'newNotification',
  'updateNotification',
  'updateUnread',
  'readAll',
  'readAllUndone',
]);

/** Events of threads, which are caught up with messages. */
const ofThreads: ReadonlySet<EventName> = new Set(['updateThread', 'readThreads']);

/** Events of how the authors of messages are named and shown. */
const ofAuthors: ReadonlySet<EventName> = new Set(['updateUser', 'deleteUser']);

/**
 * Events of places that the person may have lost: their catch-up is refused, and then clears the page's and the
 * device's caches.
 */
const ofLostPlaces: ReadonlySet<EventName> = new Set(['deleteChannel', 'deleteConversation']);

/** Tells whether an event only reports presence or typing, and so changes no list. */
const isPassing = (event: EventName) => event === 'userUpdate' || event === 'typing';

/**
 * Decides what to refetch.
 * @param events names of the events since the server was last heard; null when nobody knows: everything is refetched
 * @param again whether the page was connected before: the presence that it shows is then older than this connection
 */
export function missedBy(events: readonly EventName[] | null, again: boolean): Missed {
  if (events === null) return { lists: true, messages: true, authors: true, counted: true, people: true };
  const isOfMessages = (event: EventName) => sequenced.has(event) || ofThreads.has(event);
  const messages = events.some(isOfMessages);
  const authors = events.some(event => ofAuthors.has(event));
  return {
    lists: events.some(event => !isOfMessages(event) && !counting.has(event) && !isPassing(event)),
    messages: messages || authors || events.some(event => ofLostPlaces.has(event)),
    authors,
    counted: messages || events.some(event => counting.has(event)),
    people: again || events.includes('userUpdate'),
  };
}
