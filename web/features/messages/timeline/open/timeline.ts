import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { withAnswered, withAuthor } from './answered.ts';

/** Change of one message, with its sequence number in the place. A deleted message that is kept stays above its thread. */
export type Change = { seq: number; message: Message } | { seq: number; deleted: string; kept?: true | undefined };

/** Page as `GET /message/paginated` answers it. */
export interface Page {
  messages: readonly Message[];
  prevCursor: string | null;
  nextCursor: string | null;
  hasBefore: boolean;
  hasAfter: boolean;
  seq: number;
}

/** Answer of `GET /message/changes`, except a reset. */
export interface Changes {
  messages: readonly Message[];
  deleted: readonly string[];
  seq: number;
}

/**
 * Cached timeline of one place: a window of its messages without holes, and its freshness. All functions below are
 * pure; pages, events, answers and catch-ups may come in any order, late or twice.
 */
export interface Timeline {
  loaded: boolean;
  /** Messages, ascending by position; deleted messages only where replies stand under them. */
  messages: readonly Message[];
  /** First and last positions that the window covers. */
  from: number;
  to: number;
  /** Cursors of the next pages; null at the end of that side. */
  prevCursor: string | null;
  nextCursor: string | null;
  /** Every change up to this sequence number is applied. */
  seq: number;
  /** Applied changes that arrived before earlier ones. */
  ahead: ReadonlySet<number>;
  /** Highest sequence number received. */
  seen: number;
  /** Newest versions of the messages changed after `seq`: an answer in the window may refer to a message outside it. */
  heard: ReadonlyMap<string, Message>;
  /** Tombstones: an old page must not bring deleted messages back. */
  gone: ReadonlySet<string>;
}

const none: ReadonlySet<number> = new Set();
const unheard: ReadonlyMap<string, Message> = new Map();

/** Timeline of a place not loaded yet. */
export const emptyTimeline: Timeline = {
  loaded: false,
  messages: [],
  from: 0,
  to: Number.POSITIVE_INFINITY,
  prevCursor: null,
  nextCursor: null,
  seq: 0,
  ahead: none,
  seen: 0,
  heard: unheard,
  gone: new Set(),
};

/** Tells whether older messages lie beyond the window. */
export const hasBefore = (timeline: Timeline): boolean => timeline.prevCursor !== null;

/** Tells whether newer messages lie beyond the window. */
export const hasAfter = (timeline: Timeline): boolean => timeline.nextCursor !== null;

/** Tells whether changes are missing before the last one received: still on their way, or to be fetched. */
export const hasGap = (timeline: Timeline): boolean => timeline.loaded && timeline.seen > timeline.seq;

/**
 * Tells whether the window holds the messages that the place opens at: around the first new message by someone else, or
 * without any, the end.
 */
export function opensInside(timeline: Timeline, readUpTo: number | null, userId: string): boolean {
  const { messages, from } = timeline;
  const isNew = ({ position, sender }: Message) => readUpTo !== null && position > readUpTo && sender._id !== userId;
  if (readUpTo !== null && hasBefore(timeline) && readUpTo < from) return false;
  return !hasAfter(timeline) || messages.some(isNew);
}

/** Replaces the window by a page: first opening, jump to a message, or catch-up from too far back. */
export function opened(timeline: Timeline, page: Page): Timeline {
  return {
    ...timeline,
    loaded: true,
    messages: page.messages.filter(message => !timeline.gone.has(message._id)),
    from: page.hasBefore ? (page.messages[0]?.position ?? 0) : 0,
    to: page.hasAfter ? (page.messages.at(-1)?.position ?? 0) : Number.POSITIVE_INFINITY,
    prevCursor: page.prevCursor,
    nextCursor: page.nextCursor,
    seq: page.seq,
    ahead: none,
    seen: Math.max(timeline.seen, page.seq),
    heard: unheard,
  };
}

/** Prepends the page of this `prevCursor`; unchanged when the window has moved since. */
export function prepended(timeline: Timeline, cursor: string, page: Page): Timeline {
  if (timeline.prevCursor !== cursor) return timeline;
  const from = page.hasBefore ? (page.messages[0]?.position ?? 0) : 0;
  return extended({ ...timeline, from, prevCursor: page.prevCursor }, page);
}

/** Appends the page of this `nextCursor`; unchanged when the window has moved since. */
export function appended(timeline: Timeline, cursor: string, page: Page): Timeline {
  if (timeline.nextCursor !== cursor) return timeline;
  const to = page.hasAfter ? (page.messages.at(-1)?.position ?? timeline.to) : Number.POSITIVE_INFINITY;
  return extended({ ...timeline, to, nextCursor: page.nextCursor }, page);
}

/**
 * Extends the window by a page. The timeline is as fresh as its oldest part: changes beyond the page's seq did not
 * reach the page's messages, so they count as missing and are fetched again.
 */
function extended(timeline: Timeline, page: Page): Timeline {
  return {
    ...answering(merged(timeline, page.messages)),
    seq: Math.min(timeline.seq, page.seq),
    ahead: none,
    seen: Math.max(timeline.seen, page.seq),
  };
}

/** Applies an event or the response to the user's own request: at once, and only once, in any order. */
export function changed(timeline: Timeline, change: Change): Timeline {
  const heard = { ...timeline, seen: Math.max(timeline.seen, change.seq) };
  const news = 'deleted' in change ? [] : unknown(timeline, [change.message]);
  const applied =
    'deleted' in change && change.kept
      ? emptied(heard, change.deleted, change.seq)
      : answering('deleted' in change ? without(heard, [change.deleted]) : merged(heard, news), news);
  if (!timeline.loaded || change.seq <= timeline.seq) return applied;
  return caught({ ...applied, ahead: new Set(applied.ahead).add(change.seq) });
}

/** Applies the answer of `changes?after=`. */
export function caughtUp(timeline: Timeline, after: number, answer: Changes): Timeline {
  const news = unknown(timeline, answer.messages);
  const applied = answering(merged(without(timeline, answer.deleted), news), news);
  const seen = Math.max(timeline.seen, answer.seq);
  if (!timeline.loaded || after > timeline.seq) return { ...applied, seen };
  return caught({ ...applied, seen, seq: Math.max(timeline.seq, answer.seq) });
}

/** Updates an author's name and picture on their messages. */
export function senderChanged(timeline: Timeline, sender: Message['sender']): Timeline {
  const { _id, firstName, lastName, avatar, guest } = sender;
  const same = (old: Message['sender']) =>
    old.firstName === firstName && old.lastName === lastName && old.avatar === avatar && old.guest === guest;
  const messages = timeline.messages.map(message => {
    const isStale = message.sender._id === _id && !same(message.sender);
    return withAuthor(isStale ? { ...message, sender } : message, sender);
  });
  return messages.every((message, i) => message === timeline.messages[i]) ? timeline : { ...timeline, messages };
}

/** Updates answered messages to their latest known versions. */
function answering(timeline: Timeline, news: readonly Message[] = []): Timeline {
  if (!timeline.loaded) return timeline;
  const newest = news.filter(({ _id, seq }) => seq > (timeline.heard.get(_id)?.seq ?? 0));
  const heard =
    newest.length > 0
      ? new Map([...timeline.heard, ...newest.map((message): [string, Message] => [message._id, message])])
      : timeline.heard;
  return { ...timeline, heard, messages: withAnswered(timeline.messages, heard, timeline.gone) };
}

/** Advances `seq` over the early changes, once no change before them is missing. */
function caught(timeline: Timeline): Timeline {
  let { seq } = timeline;
  while (timeline.ahead.has(seq + 1)) seq += 1;
  const ahead = [...timeline.ahead].filter(number => number > seq);
  const heard = [...timeline.heard].filter(([, message]) => message.seq > seq);
  return {
    ...timeline,
    seq,
    ahead: ahead.length > 0 ? new Set(ahead) : none,
    heard: heard.length > 0 ? new Map(heard) : unheard,
  };
}

/** Empties a deleted message that stays above its thread, and the quotes of it. */
function emptied(timeline: Timeline, id: string, seq: number): Timeline {
  const messages = timeline.messages.map(message => {
    if (message._id !== id || message.seq >= seq) return message;
    const { replyTo: _, ...left } = message;
    const nothing = { content: '', fileAttachments: [], reactions: [], pinned: false };
    return { ...left, ...nothing, deleted: true as const, seq };
  });
  return { ...timeline, messages: withAnswered(messages, timeline.heard, new Set([...timeline.gone, id])) };
}

function without(timeline: Timeline, ids: readonly string[]): Timeline {
  if (ids.length === 0) return timeline;
  const gone = new Set([...timeline.gone, ...ids]);
  const messages = timeline.messages.filter(message => !gone.has(message._id));
  return { ...timeline, gone, messages: messages.length === timeline.messages.length ? timeline.messages : messages };
}

/**
 * Filters the messages that the window may lack. A message that the window covers and lacks is deleted, though no event
 * has said so yet.
 */
const unknown = ({ loaded, seq }: Timeline, messages: readonly Message[]): readonly Message[] =>
  loaded ? messages.filter(message => message.seq > seq) : messages;

/** Keeps the known state of a thread under its root: an event of the root doesn't carry it. */
const withThread = (message: Message, known: Message | undefined): Message =>
  message.thread || !known?.thread ? message : { ...message, thread: known.thread };

/** Merges messages into the window, keeping the newer version of each; drops messages beyond the window. */
function merged(timeline: Timeline, incoming: readonly Message[]): Timeline {
  const { from, to, gone, loaded } = timeline;
  const inside = incoming.filter(({ _id, position }) => position >= from && position <= to && !gone.has(_id));
  if (!loaded || inside.length === 0) return timeline;
  const last = timeline.messages.at(-1);
  const [first] = inside;
  if (inside.length === 1 && first && (!last || first.position > last.position)) {
    return { ...timeline, messages: [...timeline.messages, first] };
  }
  const byId = new Map(timeline.messages.map(message => [message._id, message]));
  for (const message of inside) {
    const known = byId.get(message._id);
    if (!known || known.seq < message.seq) byId.set(message._id, withThread(message, known));
  }
  return { ...timeline, messages: [...byId.values()].sort((a, b) => a.position - b.position) };
}
