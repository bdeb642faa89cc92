import { newId } from '../server/platform/postgres/db.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import { cpuSeconds, familyCpuSeconds, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures the cost of opening the page: `GET /boot`, `GET /unread` alone, and the ten requests that boot replaces, on six
 * connections as in a browser. The person is in several workspaces of several channels (`SIZES`), a tenth of them private,
 * with 20 messages each; half of the channels have unread messages, one in ten a mention. Responses are in brotli. `PARTS=1`
 * shows each of the ten requests too.
 */
const sizes = (process.env.SIZES ?? '3x20,20x50,50x100').split(',').map(size => size.split('x').map(Number));
const rounds = Number(process.env.ROUNDS ?? 60);
const people = 40;
const messages = 20;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Creates one person's workspaces with their channels; returns the id of the first workspace. */
async function makeWorld(
  { database: { pool } }: Server,
  userIds: readonly string[],
  workspaces: number,
  channels: number,
) {
  const ids = Array.from({ length: workspaces }, newId);
  const places = ids.flatMap(() => Array.from({ length: channels }, newId));
  await pool.query(
    `INSERT INTO places (id, kind, room, seq)
      SELECT id, 'channel', 'w:' || ($2::uuid[])[1 + (n - 1) / $3], $4
      FROM unnest($1::uuid[]) WITH ORDINALITY AS place(id, n)`,
    [places, ids, channels, messages],
  );
  const steps: [string, unknown[]][] = [
    [
      `INSERT INTO workspaces (id, title, welcome_channel, members_count)
        SELECT id, 'Atelier ' || n, ($2::uuid[])[1 + (n - 1) * $3], $4 FROM unnest($1::uuid[]) WITH ORDINALITY AS made(id, n)`,
      [ids, places, channels, userIds.length],
    ],
    [
      `INSERT INTO workspace_members (workspace_id, user_id, owner)
        SELECT workspace, person, n = 2 FROM unnest($1::uuid[]) AS workspace, unnest($2::uuid[]) WITH ORDINALITY AS people(person, n)`,
      [ids, userIds],
    ],
    [
      `INSERT INTO channels (id, workspace_id, title, visibility, position)
        SELECT id, ($2::uuid[])[1 + (n - 1) / $3], 'salon-' || n, CASE n % 10 WHEN 0 THEN 'private' ELSE 'public' END, n % $3
        FROM unnest($1::uuid[]) WITH ORDINALITY AS channel(id, n)`,
      [places, ids, channels],
    ],
    [
      `INSERT INTO roles (id, workspace_id, name, color, rank, creator)
        SELECT gen_random_uuid(), workspace, 'Équipe', '#1d6a51', 1, true FROM unnest($1::uuid[]) AS workspace`,
      [ids],
    ],
    [
      `INSERT INTO role_users (role_id, user_id, workspace_id)
        SELECT id, person, workspace_id FROM roles, unnest($2::uuid[]) AS person WHERE workspace_id = ANY($1)`,
      [ids, userIds.slice(0, 10)],
    ],
    [
      `INSERT INTO role_channels (role_id, channel_id, visible, writable)
        SELECT roles.id, channels.id, true, true FROM roles JOIN channels USING (workspace_id)
        WHERE workspace_id = ANY($1) AND visibility = 'private'`,
      [ids],
    ],
    [
      `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
        SELECT gen_random_uuid(), place, n, n, ($2::uuid[])[2 + n % 30], gen_random_uuid(), 'La livraison est reportée à mardi.', now()
        FROM unnest($1::uuid[]) AS place, generate_series(1, $3::int) AS n`,
      [places, userIds, messages],
    ],
    [
      `INSERT INTO read_pointers (user_id, place_id, position)
        SELECT $2, place, CASE WHEN n % 2 = 0 THEN $3::int ELSE $3::int / 2 END FROM unnest($1::uuid[]) WITH ORDINALITY AS places(place, n)`,
      [places, userIds[0], messages],
    ],
    [
      `INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at)
        SELECT id, $2, false, place_id, position, created_at FROM messages WHERE place_id = ANY($1) AND position = $3`,
      [places.filter((_, n) => n % 10 === 1), userIds[0], messages],
    ],
  ];
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const [text, values] of steps) await client.query(text, values);
  await client.query('COMMIT');
  client.release();
  await pool.query('VACUUM ANALYZE');
  return ids[0] as string;
}

sayMachine();
const rows = [
  ['workspaces × channels', 'what', 'p50 / p95 / p99 ms', 'CPU ms, server + PostgreSQL', 'bytes', 'in brotli'],
];
for (const [workspaces = 1, channels = 1] of sizes) {
  const server = await startServer();
  try {
    const { tokens, userIds } = await createCrowd(server.database, server.secret, { people });
    const workspaceId = await makeWorld(server, userIds, workspaces, channels);
    const [token = '', userId = ''] = [tokens[0], userIds[0]];
    const connections = Array.from({ length: 6 }, () => new Poster(server.port, token, 'br'));
    const boot = `/api/boot?workspaceId=${workspaceId}`;
    const apart = [
      '/api/user/me',
      `/api/user/${userId}/workspaces`,
      `/api/workspace/${workspaceId}/channels`,
      `/api/user/${userId}/conversations`,
      `/api/user/${userId}/society`,
      '/api/notifications',
      '/api/unread',
      `/api/workspace/${workspaceId}`,
      `/api/workspace/${workspaceId}/roles`,
      `/api/workspace/${workspaceId}/user-roles`,
    ];
    const all = async (paths: readonly string[]) => {
      const left = [...paths];
      await Promise.all(
        connections.map(async connection => {
          for (let path = left.shift(); path; path = left.shift()) {
            if ((await connection.get(path)) !== 200) throw new Error(`${path} did not answer 200`);
          }
        }),
      );
    };
    for (const [name, paths] of [
      ['boot', [boot]],
      ['unread alone', ['/api/unread']],
      ['the ten apart, channels of one workspace', apart],
      ...(process.env.PARTS ? apart.map(path => [path.replaceAll(/[0-9a-f-]{36}/g, 'ID'), [path]] as const) : []),
    ] as const) {
      for (let i = 0; i < 10; i += 1) await all(paths);
      const spent = () => [cpuSeconds(server.pid), familyCpuSeconds(server.postgresPid)] as const;
      const before = spent();
      const times: number[] = [];
      for (let i = 0; i < rounds; i += 1) {
        const asked = performance.now();
        await all(paths);
        times.push(performance.now() - asked);
      }
      const cpu = spent().map((seconds, i) => (((seconds - (before[i] as number)) * 1_000) / rounds).toFixed(1));
      const sizesOf = async (encoding: string) => {
        const lengths = await Promise.all(
          paths.map(async path => {
            const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
              headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
            });
            await reply.arrayBuffer();
            return Number(reply.headers.get('content-length'));
          }),
        );
        return lengths.reduce((sum, length) => sum + length, 0);
      };
      rows.push([
        `${workspaces} × ${channels}`,
        name,
        spread(times),
        cpu.join(' + '),
        whole(await sizesOf('identity')),
        whole(await sizesOf('br')),
      ]);
    }
    for (const connection of connections) connection.close();
  } finally {
    await server.stop();
  }
}
table('Opening the page', rows);
