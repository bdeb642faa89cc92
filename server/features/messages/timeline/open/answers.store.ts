import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { excerptOf, excerptRead } from '@palabre/common/rules/messages/excerpts.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import type pg from 'pg';

/** SQL that writes a message replied to as JSON of {@link AnsweredSaid}, from `answered` and its `author`. */
const said = `json_build_object('senderId', answered.sender_id, 'content', left(answered.content, ${excerptRead}),
  'files', coalesce(jsonb_array_length(answered.files), 0),
  'firstName', author.first_name, 'lastName', author.last_name, 'avatar', author.avatar)`;

const withAuthor = `LEFT JOIN LATERAL (
    SELECT first_name, last_name, avatar FROM users WHERE users.id = answered.sender_id OFFSET 0
  ) AS author ON true`;

interface AnsweredSaid {
  senderId: string;
  content: string;
  files: number;
  firstName: string | null;
  lastName: string | null;
  avatar: string | null;
}

/** Columns of a message about the message it replies to. */
export interface AnswerRow {
  reply_to: string | null;
  /** Author whom the reply notifies. */
  reply_calls: string | null;
  /** Null when it replies to nothing, or to a deleted message. */
  answered: AnsweredSaid | null;
}

/** Answer row of a message that replies to nothing. */
export const answersNothing: AnswerRow = { reply_to: null, reply_calls: null, answered: null };

/** Columns of an {@link AnswerRow}, of `messages` joined to {@link answeredJoin}. */
export const answerColumns = ['messages.reply_to', 'messages.reply_calls', 'answered.said AS answered'];

/**
 * Builds a message of a place, or the root of a thread, found by its id first: through the index of places, PostgreSQL
 * would read all messages of the place.
 */
const inPlace = (id: string, placeId: string) => `(
    SELECT * FROM (SELECT * FROM messages AS found WHERE found.id = ${id} OFFSET 0) AS one
    WHERE ${placeId} IN (one.place_id, one.id)
  ) AS answered`;

/** Joins each message to the message it replies to, in the same place. */
export const answeredJoin = `LEFT JOIN LATERAL (
    SELECT ${said} AS said FROM ${inPlace('messages.reply_to', 'messages.place_id')} ${withAuthor}
    WHERE answered.deleted_at IS NULL OFFSET 0
  ) AS answered ON true`;

/** Converts the message replied to into wire format; undefined for none. */
export function toAnswered({ reply_to, reply_calls: calls, answered }: AnswerRow): Answered | undefined {
  if (reply_to === null) return undefined;
  if (!answered) return { _id: reply_to, sender: null, excerpt: '', files: 0, calls };
  const { senderId, content, files, firstName, lastName, avatar } = answered;
  const sender = { _id: senderId, firstName: firstName ?? goneName, lastName: lastName ?? '', avatar };
  return { _id: reply_to, sender, excerpt: excerptOf(content), files, calls };
}

/** Post that may reply to a message. */
interface Answering {
  senderId: string;
  placeId: string;
  replyTo?: string | null | undefined;
  /** Whether the author of that message is notified. */
  replyNotifies?: boolean | undefined;
}

/** Message that a post replies to, or why it cannot. */
export type Answer = AnswerRow | 'not there' | 'deleted';

/**
 * Reads the message that each post replies to: one query for all, none when no post replies. A message of another place
 * counts as missing.
 * @returns answers in the given order; undefined for a post without one
 */
export async function readAnswers(pool: pg.Pool, posts: readonly Answering[]): Promise<(Answer | undefined)[]> {
  const answers = posts.flatMap(({ placeId, replyTo }) => (replyTo ? [{ placeId, replyTo }] : []));
  if (answers.length === 0) return [];
  const { rows } = await pool.query<{ id: string; place_id: string; said: AnsweredSaid | null }>({
    name: 'posts-answered',
    text: `
      SELECT answered.id, wanted.place_id, CASE WHEN answered.deleted_at IS NULL THEN ${said} END AS said
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(id, place_id)
      CROSS JOIN LATERAL ${inPlace('wanted.id', 'wanted.place_id')} ${withAuthor}`,
    values: [answers.map(({ replyTo }) => replyTo), answers.map(({ placeId }) => placeId)],
  });
  const found = new Map(rows.map(row => [`${row.place_id}:${row.id}`, row]));
  return posts.map(({ senderId, placeId, replyTo, replyNotifies = true }) => {
    if (!replyTo) return undefined;
    const row = found.get(`${placeId}:${replyTo}`);
    if (!row) return 'not there';
    if (!row.said) return 'deleted';
    const calls = replyNotifies && row.said.senderId !== senderId;
    return { reply_to: replyTo, reply_calls: calls ? row.said.senderId : null, answered: row.said };
  });
}
