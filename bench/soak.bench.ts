import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import { residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { secret } from './shared/server.ts';
import { Installation } from './soak/installation.ts';
import { Ledger, Listener } from './soak/ledger.ts';
import { type Told, Ways } from './soak/ways.ts';

/**
 * Soak test of a whole installation, of two processes behind nginx (Debian's, with deploy/nginx/palabre.conf): posts,
 * people who leave and return, channels created and deleted, sockets opened and closed, refused uploads, while
 * connections are cut and the second process is drained and restarted. The first process's resources must not grow; no
 * acknowledged post may be missing or stored twice.
 */
const seconds = Number(process.env.SECONDS ?? 1_800);
const samples = 20;
const listeners = 8;
/**
 * Resources, with the growth beyond a tenth that short-lived sockets, or sockets moving to the other process, explain.
 */
const kinds = [
  ['RSS MB', 0],
  ['heap MB', 0],
  ['open files and sockets', 10],
  ['timers', 20],
  ['places behind', 3],
] as const;

sayMachine();
const installation = await Installation.start();
const { members, database, relay } = installation;
const [first] = members;
try {
  const { tokens, channelIds, workspaceId } = await createCrowd(database, secret, { people: 60, channels: 5 });
  const ways = new Ways(installation);
  const ledger = new Ledger(ways, channelIds);
  const ears = tokens.slice(40, 40 + listeners).map(token => new Listener(ways, token, channelIds));
  const counts = { cuts: 0, restarts: 0, leaves: 0, joins: 0, channels: 0, reconnects: 0, refused: 0, unlike: 0 };
  const endings: unknown[] = [];

  const beganMs = performance.now();
  const untilMs = beganMs + seconds * 1_000;
  const isOver = () => performance.now() >= untilMs;
  /** Repeats work, with a pause between two turns, until the time is over. */
  const during = async (pauseMs: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver(); turn++) {
      await wait(Math.min(pauseMs, Math.max(0, untilMs - performance.now())));
      if (!isOver()) await work(turn);
    }
  };
  const person = (turn: number) => tokens[1 + (turn % 9)] as string;
  const counted = (kind: keyof typeof counts, { status, isRepeated }: Told, wanted: number) => {
    counts[status === wanted || isRepeated ? kind : 'unlike'] += 1;
  };

  const rows = [
    [
      ...['second', ...kinds.map(([name]) => name), 'acknowledged'],
      ...['sent again', 'cuts', 'restarts', 'leaves', 'joins', 'channels', 'reconnects', 'uploads refused'],
    ],
  ];
  const held: number[][] = [];
  const sample = async () => {
    const { heapUsed } = await first.process.memory();
    const { timers } = await first.process.resources();
    const files = readdirSync(`/proc/${first.process.pid}/fd`).length;
    const behind = await installation.metric('palabre_search_behind');
    held.push([residentBytes(first.process.pid) / 1e6, heapUsed / 1e6, files, timers, behind]);
    const { cuts, restarts, leaves, joins, channels, reconnects, refused } = counts;
    const done = [ledger.acknowledged.size, ways.again, cuts, restarts, leaves, joins, channels, reconnects, refused];
    const second = (performance.now() - beganMs) / 1_000;
    rows.push([second, ...(held.at(-1) ?? []), ...done].map(whole));
    say(rows.at(-1)?.join(' · ') ?? '');
  };

  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => during(150, () => ledger.post(tokens[50 + n] as string))),
    during(500, async turn => {
      const leave = await ways.ask(person(turn), 'PUT', `/workspace/${workspaceId}/leave`, {});
      counted('leaves', leave, 200);
      const join = await ways.ask(person(turn), 'PUT', `/workspace/${workspaceId}/join`, {});
      counted('joins', join, 200);
    }),
    during(2_000, async turn => {
      const made = await ways.ask(tokens[0] as string, 'POST', '/channel', { title: `essai ${turn}`, workspaceId });
      const gone = await ways.ask(tokens[0] as string, 'DELETE', `/channel/${made.body.channel?._id}`);
      counted('channels', gone, 200);
    }),
    during(2_000, async () => {
      const sockets = tokens.slice(10, 40).map(token => ways.connect(token));
      const arrived = sockets.map(socket => new Promise<void>(done => socket.once('connect', done)));
      await Promise.race([Promise.all(arrived), wait(5_000)]);
      counts.reconnects += sockets.filter(({ connected }) => connected).length;
      for (const socket of sockets) socket.disconnect();
    }),
    during(2_000, async () => {
      const form = new FormData();
      form.set('title', 'Chantier');
      form.set('logo', new Blob([new Uint8Array(200_000)], { type: 'image/png' }), 'logo.png');
      counted('refused', await ways.ask(tokens[0] as string, 'POST', '/workspace', form), 400);
    }),
    during(Math.max(5_000, seconds * 10), async () => {
      counts.cuts += relay.cut();
    }),
    during(Math.max(15_000, seconds * 50), async () => {
      endings.push(await installation.restart());
      counts.restarts += 1;
    }),
    during((seconds * 1_000) / samples, sample),
  ]);

  const ids = [...ledger.acknowledged.values()];
  const missing = await Promise.all(ears.map(ear => ear.missing(ids)));
  for (let n = 0; n < 60 && (await installation.metric('palabre_search_behind')) > 0; n++) await wait(1_000);
  await sample();
  table(`What the process that stays holds, over ${seconds} s`, rows);

  const { rows: stored } = await database.pool.query<{ id: string; content: string; times: number }>(
    `SELECT min(id::text) AS id, content, count(*)::int AS times FROM messages
      WHERE content LIKE 'Bonjour %' AND deleted_at IS NULL GROUP BY content`,
  );
  const found = new Map(stored.map(({ id, content, times }) => [content, { id, times }]));
  const lost = [...ledger.acknowledged].filter(([content, id]) => found.get(content)?.id !== id).length;
  const twice = stored.filter(({ times }) => times > 1).length;
  const sum = (of: (ear: Listener) => number) => ears.reduce((total, ear) => total + of(ear), 0);
  const wrong = {
    'acknowledged and not stored': lost,
    'stored twice': twice,
    'never known to one of those who listen': Math.max(...missing),
    'heard twice on one connection': sum(ear => ear.twice),
    'refused, of posts and all else': ledger.refused + counts.unlike,
    'drained with another end than 0': endings.filter(ended => ended !== 0).length,
  };
  const facts = {
    'posts begun': ledger.begun,
    acknowledged: ledger.acknowledged.size,
    stored: stored.length,
    [`connections of ${listeners} who listen`]: sum(ear => ear.connections),
    'of their messages, asked for after a connection': sum(ear => ear.caughtUp),
    'places that had changed too much to tell': sum(ear => ear.resets),
  };
  const both = { ...facts, ...wrong };
  table('Posts', [['', 'number'], ...Object.entries(both).map(([name, count]) => [name, whole(count)])]);

  // Once warm, compares the first and the second half of the run.
  const [, , ...warm] = held.slice(0, -1);
  const half = Math.ceil(warm.length / 2);
  const mean = (part: readonly number[][], n: number) =>
    part.reduce((sum, one) => sum + (one[n] ?? 0), 0) / part.length;
  const compared = kinds.map(([name, slack], n) => {
    const [before, since] = [mean(warm.slice(0, half), n), mean(warm.slice(half), n)];
    return [name, whole(before), whole(since), since > before * 1.1 + slack ? 'grew' : 'flat'];
  });
  table('Flat?', [['mean', 'first half, once warm', 'second half', ''], ...compared]);
  for (const ear of ears) ear.stop();
  if (Object.values(wrong).some(count => count > 0)) process.exitCode = 1;
} finally {
  await installation.stop();
}
