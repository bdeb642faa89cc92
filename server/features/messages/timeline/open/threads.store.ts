import { limits } from '@palabre/common/contract/fields.ts';
import type { ThreadState } from '@palabre/common/contract/messages/messages.ts';
import { unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';

/** State of a thread that is the same for everybody, as SQL writes it. */
export interface ThreadSaid {
  replies: number;
  /** Time as PostgreSQL's JSON writes it. */
  lastAt: string;
  people: { _id: string; firstName: string | null; lastName: string | null; avatar: string | null }[];
  seq: number;
}

/** What a thread is to one person. */
export interface OwnThread {
  unread: number;
  following: boolean;
  read: number;
}

/** Replies among which the last people are looked for. */
const lookedAt = 100;

/** Builds the people who replied last, from the ids of senders, the last first. */
const peopleOf = (senders: string) => `(
      SELECT json_agg(json_build_object('_id', sender.id, 'firstName', person.first_name, 'lastName', person.last_name,
        'avatar', person.avatar) ORDER BY sender.nth)
      FROM unnest(${senders}) WITH ORDINALITY AS sender(id, nth)
      LEFT JOIN LATERAL (SELECT first_name, last_name, avatar FROM users WHERE users.id = sender.id OFFSET 0) AS person ON true
    )`;

/**
 * Joins messages to the state of the thread under each, as JSON of {@link ThreadSaid}; null without replies. The last
 * replies are read once, for the time, the people and the number; only of a longer thread all are counted.
 * @param id id of the root, as SQL
 */
export const threadJoin = (id: string) => `LEFT JOIN LATERAL (
    SELECT json_build_object('replies', CASE WHEN last.replies < ${lookedAt} THEN last.replies ELSE (
        SELECT count(*) FROM messages AS replies WHERE replies.place_id = root.id AND replies.deleted_at IS NULL
      ) END, 'lastAt', last.at AT TIME ZONE 'UTC', 'people', ${peopleOf(`last.senders[:${limits.threadPeople}]`)}, 'seq', root.seq) AS state
    FROM (
      SELECT theirs.id, theirs.seq FROM places AS theirs
      WHERE theirs.id = ${id} AND theirs.parent_id IS NOT NULL AND theirs.live OFFSET 0
    ) AS root
    CROSS JOIN LATERAL (
      SELECT sum(count)::int AS replies, max(at) AS at, array_agg(sender_id ORDER BY position DESC) AS senders FROM (
        SELECT sender_id, count(*) AS count, max(position) AS position, max(created_at) AS at FROM (
          SELECT sender_id, position, created_at FROM messages AS replies
          WHERE replies.place_id = root.id AND replies.deleted_at IS NULL ORDER BY position DESC LIMIT ${lookedAt}
        ) AS replies GROUP BY sender_id
      ) AS of_sender
    ) AS last
    WHERE last.replies > 0
  ) AS thread ON true`;

/** Column of the state of the thread under a message, of messages joined by {@link threadJoin}. */
export const threadColumn = 'thread.state AS thread';

/** Builds the position up to which a person has read a thread, both named as SQL. */
export const readIn = (thread: string, user: string) => `coalesce((
    SELECT position FROM read_pointers AS pointer WHERE pointer.user_id = ${user} AND pointer.place_id = ${thread}
  ), 0)`;

/**
 * Builds the number of unread replies in a thread for a person, up to what is counted.
 * @param thread id of the thread, as SQL
 * @param user id of the person, as SQL
 */
export const unreadIn = (thread: string, user: string) => `(
    SELECT count(*) FROM (
      SELECT FROM messages AS replies
      WHERE replies.place_id = ${thread} AND replies.deleted_at IS NULL AND replies.sender_id <> ${user}
        AND replies.position > ${readIn(thread, user)}
      LIMIT ${unreadCounted}
    ) AS counted
  )`;

/** Says what the threads under the rows of a page are to each person who follows them, for a `placeReader`. */
export const ownThreads = `
  SELECT place.asked, page.id,
    json_build_object('following', true, 'unread', ${unreadIn('page.id', 'place.user_id')},
      'read', ${readIn('page.id', 'place.user_id')}) AS own
  FROM place JOIN page ON page.in_place = place.id AND page.thread IS NOT NULL
  JOIN thread_follows AS follow ON follow.user_id = place.user_id AND follow.thread_id = page.id AND follow.following`;

const nobody: OwnThread = { unread: 0, following: false, read: 0 };

/** State of a thread in which nobody has replied. */
export const noReplies: ThreadState = { replies: 0, lastAt: null, people: [], seq: 0, ...nobody };

/** Returns the wire form of the state of a thread, for a person. */
export function toThreadState({ replies, lastAt, people, seq }: ThreadSaid, own: OwnThread = nobody): ThreadState {
  return {
    replies,
    lastAt: new Date(`${lastAt}Z`).toISOString(),
    people: people.map(({ _id, firstName, lastName, avatar }) => ({
      _id,
      firstName: firstName ?? goneName,
      lastName: lastName ?? '',
      avatar,
    })),
    ...own,
    seq,
  };
}
