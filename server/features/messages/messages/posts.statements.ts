/** Statements that store posts; `posts.store.ts` gives their parameters. */

/** SQL for whether a post of the statement mentions everyone. */
const callsEveryone = `, posts.id = ANY (SELECT id FROM call WHERE everyone)`;

/** SQL that stores the mentions in the same statement as the posts, so that none is lost. */
const storeCalls = `, call AS MATERIALIZED (
        SELECT * FROM unnest((SELECT $11::uuid[]), (SELECT $12::uuid[]), (SELECT $13::boolean[])) AS call(id, target, everyone)
      )`;

const insertCalls = (isReply: string) => `, called AS (
        INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at, in_thread)
        SELECT call.id, call.target, call.everyone, stored.place_id, stored.seq, stored.created_at, ${isReply}
        FROM call JOIN stored USING (id)
      )`;

/** Parameters of the messages replied to, and of the authors notified. */
const answers = ', (SELECT $14::uuid[]), (SELECT $15::uuid[])';
/** Parameters of the two rows of a reply that its channel shows too, and the ids of all replies in threads. */
const twins = ', (SELECT $16::uuid[]), (SELECT $17::uuid[])';
const replies = '$18::uuid[]';

/**
 * SQL of the first reply, which makes the thread, or revives it: under the locks of the root and of the parent, so that
 * neither is deleted nor changes its room meanwhile. A parent that gets posts in the same statement is locked by these.
 */
const makeThreads = `, root AS MATERIALIZED (
        SELECT messages.id, messages.place_id, messages.position, messages.sender_id, counts.count
        FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[])) AS counts(id, count)
        JOIN messages ON messages.id = counts.id AND messages.deleted_at IS NULL AND messages.twin_thread_id IS NULL
        WHERE NOT EXISTS (SELECT FROM places WHERE places.id = counts.id AND places.live)
        FOR SHARE OF messages SKIP LOCKED
      ), parent AS (
        SELECT id, room FROM free
        UNION ALL
        SELECT * FROM (
          SELECT places.id, places.room FROM places
          WHERE places.id IN (SELECT place_id FROM root) AND places.id <> ALL ((SELECT $1::uuid[])::uuid[])
            AND places.parent_id IS NULL FOR SHARE SKIP LOCKED
        ) AS held
      ), made AS (
        INSERT INTO places (id, kind, room, seq, parent_id, root_position)
        SELECT root.id, 'thread', parent.room, root.count, parent.id, root.position FROM root JOIN parent ON parent.id = root.place_id
        ON CONFLICT (id) DO UPDATE SET seq = places.seq + excluded.seq, room = excluded.room, live = true WHERE NOT places.live
        RETURNING id, room, seq
      ), placed AS (
        SELECT * FROM bumped UNION ALL SELECT made.id, made.room, made.seq - root.count FROM made JOIN root USING (id)
      )`;

/**
 * SQL that makes people follow a thread by a reply: its sender, the people whom it mentions by name, and, for the first
 * reply, the root's author.
 */
const follow = `, followed AS (
        INSERT INTO thread_follows (user_id, thread_id, following)
        SELECT DISTINCT users.id, person.thread_id, true FROM (
          SELECT sender_id AS id, place_id AS thread_id FROM stored WHERE stored.is_reply
          UNION ALL SELECT call.target, stored.place_id FROM call JOIN stored USING (id) WHERE stored.is_reply AND NOT call.everyone
          UNION ALL SELECT root.sender_id, made.id FROM made JOIN root USING (id)
        ) AS person JOIN users ON users.id = person.id
        ORDER BY users.id, person.thread_id
        ON CONFLICT (user_id, thread_id) DO UPDATE SET following = true WHERE NOT thread_follows.following
      )`;

/**
 * Builds the statement that stores posts: plain ones; with mentions or quotes; or with replies in threads among them.
 */
function insertText(kind: 'plain' | 'calling' | 'replying') {
  const [calling, replying] = [kind !== 'plain', kind === 'replying'];
  const placed = replying ? 'placed' : 'bumped';
  return `
      WITH free AS (
        SELECT places.id, places.room, counts.count
        FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[])) AS counts(id, count) JOIN places USING (id)
        WHERE places.live FOR NO KEY UPDATE OF places SKIP LOCKED
      ), bumped AS (
        UPDATE places SET seq = places.seq + free.count FROM free WHERE places.id = free.id
        RETURNING places.id, places.room, places.seq - free.count AS base
      )${replying ? makeThreads : ''}${calling ? storeCalls : ''}, stored AS (
        INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, files, created_at${calling ? ', everyone, reply_to, reply_calls' : ''}${replying ? ', twin_id, twin_thread_id' : ''})
        SELECT posts.id, placed.id, placed.base + posts.ordinal, placed.base + posts.ordinal,
          posts.sender_id, posts.nonce, posts.content, posts.files::jsonb, posts.created_at${calling ? `${callsEveryone}, posts.reply_to, posts.reply_calls` : ''}${replying ? ', posts.twin_id, posts.twin_thread_id' : ''}
        FROM unnest(
          (SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::int[]), (SELECT $6::uuid[]), (SELECT $7::uuid[]),
          (SELECT $8::text[]), (SELECT $9::text[]), (SELECT $10::timestamptz[])${calling ? answers : ''}${replying ? twins : ''}
        ) AS posts(id, place_id, ordinal, sender_id, nonce, content, files, created_at${calling ? ', reply_to, reply_calls' : ''}${replying ? ', twin_id, twin_thread_id' : ''})
        JOIN ${placed} AS placed ON placed.id = posts.place_id
        RETURNING id, place_id, seq, sender_id, created_at${replying ? `, id = ANY (${replies}) AS is_reply` : ''}
      )${calling ? insertCalls(replying ? 'stored.is_reply' : 'false') : ''}${replying ? follow : ''}
      SELECT stored.id, stored.seq, placed.room FROM stored JOIN ${placed} AS placed ON placed.id = stored.place_id`;
}

/** Statement for posts without mentions, quotes or threads, the most common. */
export const insert = { name: 'posts-insert', text: insertText('plain') };
export const insertCalling = { name: 'posts-insert-calling', text: insertText('calling') };
export const insertReplying = { name: 'posts-insert-replying', text: insertText('replying') };
