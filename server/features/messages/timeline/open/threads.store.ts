import { limits } from '@palabre/common/contract/fields.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import { unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import type { Beside } from '../../../../platform/access/access.pages.ts';

/** Part of a thread's state that is the same for everybody, as SQL returns it. */
export interface ThreadSaid {
  replies: number;
  /** Time as PostgreSQL's JSON writes it. */
  lastAt: string;
  /** Senders of the last replies, the last first, as often as they wrote. */
  senders: string[];
  seq: number;
}

/** Person who replied, as SQL returns them. */
export interface Replier {
  _id: string;
  firstName: string | null;
  lastName: string | null;
  avatar: string | null;
}

/** Part of a thread's state that depends on the person. */
export interface OwnThread {
  unread: number;
  following: boolean;
  read: number;
}

/** Number of last replies read for a thread's state: its people come from these; the count covers all replies. */
const lookedAt = 20;

/** Builds the last replies of a thread: their number, the time of the last one, and their senders. */
const lastReplies = (thread: string) => `(
      SELECT count(*) AS replies, max(replies.created_at) AS at,
        array_agg(replies.sender_id ORDER BY replies.position DESC) AS senders
      FROM (
        SELECT sender_id, position, created_at FROM messages AS replies
        WHERE replies.place_id = ${thread} AND replies.deleted_at IS NULL ORDER BY position DESC LIMIT ${lookedAt}
      ) AS replies
    )`;

/** Builds the JSON of {@link ThreadSaid}, from the last replies of a thread. */
const said = (id: string, seq: string, last: string) => `json_build_object('replies',
      CASE WHEN ${last}.replies < ${lookedAt} THEN ${last}.replies ELSE (
        SELECT count(*) FROM messages AS replies WHERE replies.place_id = ${id} AND replies.deleted_at IS NULL
      ) END, 'lastAt', ${last}.at AT TIME ZONE 'UTC', 'senders', ${last}.senders, 'seq', ${seq})`;

/**
 * Joins threads to the state of each, as JSON of {@link ThreadSaid}, and to its last senders; null without replies. The
 * last replies are read once, for the time, the senders and the number.
 * @param id id of the thread, as SQL
 */
export const threadJoin = (id: string) => `LEFT JOIN LATERAL (
    SELECT last.senders, ${said(id, 'theirs.seq', 'last')} AS state
    FROM places AS theirs CROSS JOIN LATERAL ${lastReplies('theirs.id')} AS last
    WHERE theirs.id = ${id} AND theirs.parent_id IS NOT NULL AND theirs.live AND last.replies > 0
  ) AS thread ON true`;

const replier = (user: string) => `json_build_object('_id', ${user}.id, 'firstName', ${user}.first_name,
    'lastName', ${user}.last_name, 'avatar', ${user}.avatar)`;

/** Id under which a page has the hinted people. */
export const hintedPeople = 'people';

/** Column of the people among the last senders of a thread, of messages joined by {@link threadJoin}. */
export const repliersColumn = `(
    SELECT json_agg(${replier('users')}) FROM users WHERE users.id = ANY (thread.senders)
  ) AS repliers`;

/** Builds the position up to which a person has read a thread, both named as SQL. */
export const readIn = (thread: string, user: string) => `coalesce((
    SELECT position FROM read_pointers AS pointer WHERE pointer.user_id = ${user} AND pointer.place_id = ${thread}
  ), 0)`;

/** Builds the number of other people's replies in a thread after a position, capped; all are named as SQL. */
export const unreadAfter = (thread: string, user: string, position: string) => `(
    SELECT count(*) FROM (
      SELECT FROM messages AS replies
      WHERE replies.place_id = ${thread} AND replies.deleted_at IS NULL AND replies.sender_id <> ${user}
        AND replies.position > ${position}
      LIMIT ${unreadCounted}
    ) AS counted
  )`;

/** Builds the number of unread replies in a thread for a person, both named as SQL, capped. */
export const unreadIn = (thread: string, user: string) => unreadAfter(thread, user, readIn(thread, user));

/** Thread under a message of a page, from its row. */
export interface UnderMessage {
  /** Seq of the thread; null for a message without replies. */
  thread_seq: number | null;
}

/**
 * Builds the thread columns of a page of messages, for a `placeReader`: with each message, the seq of its thread; by
 * {@link hintedPeople}, the hinted people, one per line: JSON of their id, names and picture, or of the id alone for a
 * deleted account; by the id of each thread that its reader follows, the reader's own state.
 * @param theirs source of the threads, as SQL: rows of `page`, `in_place`, `id` and `seq`
 */
const threadsOfPage = (theirs: string): Beside => ({
  tables: `thread AS MATERIALIZED (${theirs})`,
  columns: ['thread.seq AS thread_seq'],
  join: 'LEFT JOIN thread ON thread.page = page.page AND thread.id = page.id',
  more: hinted => `
  SELECT NULL::bigint AS asked, '${hintedPeople}' AS id, to_json(string_agg(CASE WHEN users.id IS NULL
    THEN json_build_array(hinted.id) ELSE json_build_array(hinted.id, first_name, last_name, avatar) END::text, E'\n')) AS own
  FROM unnest(${hinted}) AS hinted(id) LEFT JOIN LATERAL (
    SELECT id, first_name, last_name, avatar FROM users WHERE users.id = hinted.id OFFSET 0
  ) AS users ON true
  WHERE EXISTS (SELECT FROM thread) HAVING count(*) > 0
  UNION ALL
  SELECT place.asked, follow.thread_id::text, json_build_object('following', true,
    'unread', ${unreadAfter('follow.thread_id', 'place.user_id', 'coalesce(pointer.position, 0)')},
    'read', coalesce(pointer.position, 0))
  FROM place CROSS JOIN LATERAL (
    SELECT thread_id FROM thread_follows
    WHERE user_id = place.user_id AND following AND thread_id = ANY (ARRAY(SELECT id FROM thread WHERE in_place = place.id))
    OFFSET 0
  ) AS follow
  LEFT JOIN read_pointers AS pointer ON pointer.user_id = place.user_id AND pointer.place_id = follow.thread_id`,
});

/** Threads under the messages of contiguous pages: a range of one index finds them. */
export const threadsInRange = threadsOfPage(`
      SELECT span.page, span.in_place, theirs.id, theirs.seq FROM (
        SELECT page, in_place, min(position) AS low, max(position) AS high FROM page GROUP BY page, in_place
      ) AS span
      CROSS JOIN LATERAL (
        SELECT id, seq FROM places
        WHERE parent_id = span.in_place AND root_position BETWEEN span.low AND span.high AND live OFFSET 0
      ) AS theirs`);

/** Threads under any messages of a page. */
export const threadsById = threadsOfPage(`
      SELECT page.page, page.in_place, theirs.id, theirs.seq FROM page
      CROSS JOIN LATERAL (
        SELECT id, seq FROM places WHERE places.id = page.id AND parent_id IS NOT NULL AND live OFFSET 0
      ) AS theirs`);

const noOne = { firstName: null, lastName: null, avatar: null };
/** State of a thread for a person who does not follow it. */
export const nobody: OwnThread = { unread: 0, following: false, read: 0 };

/** State of a thread in which nobody has replied. */
export const noReplies: ThreadState = { replies: 0, lastAt: null, people: [], seq: 0, ...nobody };

/** State of a thread that is the same for everybody, except for people's names. */
export interface SharedThread {
  replies: number;
  /** Time in wire format. */
  lastAt: string;
  /** Ids of the last people who replied, each once, the latest first. */
  people: string[];
  seq: number;
}

/** Converts a thread's state from SQL, with people each once and the time in wire format. */
export const toSharedThread = ({ replies, lastAt, senders, seq }: ThreadSaid): SharedThread => ({
  replies,
  lastAt: new Date(`${lastAt}Z`).toISOString(),
  people: [...new Set(senders)].slice(0, limits.threadPeople),
  seq,
});

/**
 * Converts a thread's state to wire format, for a person.
 * @param repliers people among the last senders; a deleted account is missing or null
 */
export const toThreadState = (
  { replies, lastAt, people, seq }: SharedThread,
  { unread, following, read }: OwnThread = nobody,
  repliers: ReadonlyMap<string, Replier | null>,
): ThreadState => ({
  replies,
  lastAt,
  people: people.map(_id => {
    const { firstName, lastName, avatar } = repliers.get(_id) ?? noOne;
    return { _id, firstName: firstName ?? goneName, lastName: lastName ?? '', avatar };
  }),
  unread,
  following,
  read,
  seq,
});

/** Returns people by id, as {@link toThreadState} takes them. */
export const byId = (repliers: readonly Replier[] | null): ReadonlyMap<string, Replier> =>
  new Map(repliers?.map(one => [one._id, one]));
