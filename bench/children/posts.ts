import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../server/platform/postgres/db.ts';
import { Poster } from '../shared/posting.ts';
import { help } from '../shared/server.ts';

/** Request to keep `connections` busy for `seconds`; each starts its next operation when the last is finished. */
export type PostsRequest = { seconds: number; connections: number; channelIds: string[] } & (
  | { what: 'posts'; port: number; tokens: string[]; roots?: Record<string, string> }
  | { what: 'inserts'; databaseUrl: string; senderId: string }
);

/** Result of a {@link PostsRequest}. */
export interface PostsAnswer {
  done: number;
  /** Responses other than 201. */
  failed: number;
  /** Real duration in seconds. */
  took: number;
  /** Milliseconds of each operation. */
  latencies: number[];
}

type Worker = (channelId: string) => Promise<boolean>;

/** Share of replies with roots, one post in this many at random: in the thread under its channel's root. */
const oneReplyIn = 10;

/** Message of a usual length. */
const content = 'Bonjour, la livraison des menuiseries est reportée à mardi, je préviens l’équipe.';

help(async (request: PostsRequest): Promise<PostsAnswer> => {
  const { workers, close } = request.what === 'posts' ? await openPosters(request) : await openInserters(request);
  const latencies: number[] = [];
  let failed = 0;
  let running = true;
  const began = performance.now();
  const work = workers.map(async (once, index) => {
    for (let turn = index; running; turn++) {
      const before = performance.now();
      const stored = await once(request.channelIds[turn % request.channelIds.length] as string);
      if (stored) latencies.push(performance.now() - before);
      else failed += 1;
    }
  });
  await wait(request.seconds * 1000);
  running = false;
  await Promise.all(work);
  const took = (performance.now() - began) / 1000;
  await close();
  return { done: latencies.length, failed, took, latencies };
});

async function openPosters({ port, tokens, connections, roots }: Extract<PostsRequest, { what: 'posts' }>) {
  const opening = Array.from({ length: connections }, (_, i) =>
    new Poster(port, tokens[i % tokens.length] as string).open(),
  );
  const posters = await Promise.all(opening);
  return {
    workers: posters.map(
      (poster): Worker =>
        async channelId => {
          const threadOf = Math.random() * oneReplyIn < 1 ? roots?.[channelId] : undefined;
          return (await poster.post(channelId, content, randomUUID(), threadOf)) === 201;
        },
    ),
    close: async () => {
      for (const poster of posters) poster.close();
    },
  };
}

/** Opens connections that insert the same row as a post, by the shortest way: one prepared statement, one commit. */
async function openInserters({ databaseUrl, senderId, connections }: Extract<PostsRequest, { what: 'inserts' }>) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map(client => client.connect()));
  // Negative positions, which no post uses; different in each run.
  let position = -Math.floor(process.uptime() * 1e9) - 1;
  return {
    workers: clients.map(
      (client): Worker =>
        async channelId => {
          position -= 1;
          await client.query({
            name: 'insert',
            text: `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
          VALUES ($1, $2, $3, $3, $4, $5, $6, $7)`,
            values: [newId(), channelId, position, senderId, randomUUID(), content, new Date()],
          });
          return true;
        },
    ),
    close: async () => {
      await Promise.all(clients.map(client => client.end()));
    },
  };
}
