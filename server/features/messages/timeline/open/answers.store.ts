import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { excerptOf, excerptRead } from '@palabre/common/rules/excerpts.ts';
import { goneName } from '@palabre/common/rules/names.ts';
import type pg from 'pg';

/** What is said of a message that another answers, as JSON of {@link AnsweredSaid}, of `answered` and its `author`. */
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

/** Of a row of messages, what it answers. */
export interface AnswerRow {
  reply_to: string | null;
  /** Whom it calls by that. */
  reply_calls: string | null;
  /** Null when it answers nothing, or a message that was deleted. */
  answered: AnsweredSaid | null;
}

export const answersNothing: AnswerRow = { reply_to: null, reply_calls: null, answered: null };

/** The columns of an {@link AnswerRow}, of `messages` joined to {@link answeredJoin}. */
export const answerColumns = ['messages.reply_to', 'messages.reply_calls', 'answered.said AS answered'];

/**
 * A message in its place, looked up by its id before it is looked at: an index of places would lead through all that is in
 * one.
 */
const inPlace = (id: string, placeId: string) => `(
    SELECT * FROM (SELECT * FROM messages AS found WHERE found.id = ${id} OFFSET 0) AS one WHERE one.place_id = ${placeId}
  ) AS answered`;

/** Joins to messages what they answer, where they do; a message answers in its own place. */
export const answeredJoin = `LEFT JOIN LATERAL (
    SELECT ${said} AS said FROM ${inPlace('messages.reply_to', 'messages.place_id')} ${withAuthor}
    WHERE answered.deleted_at IS NULL OFFSET 0
  ) AS answered ON true`;

/** What a message answers, as the wire has it; undefined: nothing. */
export function toAnswered({ reply_to, reply_calls: calls, answered }: AnswerRow): Answered | undefined {
  if (reply_to === null) return undefined;
  if (!answered) return { _id: reply_to, sender: null, excerpt: '', files: 0, calls };
  const { senderId, content, files, firstName, lastName, avatar } = answered;
  const sender = { _id: senderId, firstName: firstName ?? goneName, lastName: lastName ?? '', avatar };
  return { _id: reply_to, sender, excerpt: excerptOf(content), files, calls };
}

/** A post that answers a message, or none. */
interface Answering {
  senderId: string;
  placeId: string;
  replyTo?: string | null | undefined;
  /** Whether who wrote that message is called. */
  replyNotifies?: boolean | undefined;
}

export type Answer = AnswerRow | 'not there' | 'deleted';

/**
 * What each of these posts answers: one query for all, and none when no post does. What is in another place is not there,
 * as what never was.
 * @returns in the order given; undefined for a post that answers nothing
 */
export async function readAnswers(pool: pg.Pool, posts: readonly Answering[]): Promise<(Answer | undefined)[]> {
  const answers = posts.flatMap(({ placeId, replyTo }) => (replyTo ? [{ placeId, replyTo }] : []));
  if (answers.length === 0) return [];
  const { rows } = await pool.query<{ id: string; place_id: string; said: AnsweredSaid | null }>({
    name: 'posts-answered',
    text: `
      SELECT answered.id, answered.place_id, CASE WHEN answered.deleted_at IS NULL THEN ${said} END AS said
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
