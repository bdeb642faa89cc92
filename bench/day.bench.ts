import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../tools/setup.mjs';
import type { DayAnswer, DayRequest } from './children/day.ts';
import { fillCompany } from './day/filling.ts';
import { type Company, createCompany } from './day/world.ts';
import { cpuSeconds, familyCpuSeconds, residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures a company's day on one process and one core, its database beside it: `PEOPLE` people of workspaces of 50
 * arrive within `ARRIVAL_SECONDS` among `DAY_MESSAGES` messages, one in fifty with a file of 2.5 MB (sparse); then they
 * are active for `SECONDS`, with two deploys. `RATE` multiplies the rates of their actions (`bench/day/doing.ts`), with
 * limits by time on, and an office's 25 people behind one address (`ADDRESS=person`: an address each). Each figure
 * stands beside its target.
 */
const people = Number(process.env.PEOPLE ?? 5_000);
const messages = Number(process.env.DAY_MESSAGES ?? 10_000_000);
const arrivalSeconds = Number(process.env.ARRIVAL_SECONDS ?? 600);
const seconds = Number(process.env.SECONDS ?? 600);
const rate = Number(process.env.RATE ?? 1);

/** Number of people to whom the rates of `bench/day/doing.ts` apply: with fewer people, rates go down in proportion. */
const usualPeople = 5_000;
/** Targets: milliseconds at the 95th percentile, and megabytes. */
const targets: Record<string, number> = {
  delivery: 50,
  latest: 100,
  'latest page': 100,
  'deep page': 100,
  boot: 150,
  search: 150,
};
const rssAtMost = 700;
const sampleMs = 5_000;

let company: Company | undefined;
let filled: Awaited<ReturnType<typeof fillCompany>> | undefined;
sayMachine();
const server = await startServer({
  limits: true,
  prepare: async prepared => {
    company = await createCompany(prepared, people);
    filled = await fillCompany(prepared, company, messages);
  },
});
const load = new Helper<DayRequest, DayAnswer>('day.ts');

/** Resources used by the server in a part of the day. */
interface Used {
  name: string;
  server: number;
  postgres: number;
  rss: number[];
  /** Peak number of unindexed messages, and age in seconds of the oldest. */
  behind: number;
  behindSeconds: number;
}

/** Counts the messages not indexed yet, and the age in seconds of the oldest. */
async function readBehind(): Promise<{ behind: number; oldest: number }> {
  const { rows } = await server.database.pool.query(
    `SELECT coalesce(sum(place_scopes.seq - coalesce(search_marks.seq, 0)), 0)::int AS behind,
        coalesce(max(extract(epoch FROM clock_timestamp() - first.created_at)), 0)::float8 AS oldest
      FROM place_scopes LEFT JOIN search_marks USING (place_id)
      LEFT JOIN LATERAL (
        SELECT created_at FROM messages WHERE place_id = place_scopes.place_id AND seq > coalesce(search_marks.seq, 0) AND seq = position
        ORDER BY seq LIMIT 1
      ) AS first ON place_scopes.seq > coalesce(search_marks.seq, 0)
      WHERE place_scopes.seq > coalesce(search_marks.seq, 0)`,
  );
  return rows[0];
}

/** Returns a process's resident megabytes; 0 while it is being replaced. */
function residentOf(pid: number): number {
  try {
    return residentBytes(pid) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** Measures a part of the day. */
async function part(name: string, work: Promise<DayAnswer>): Promise<DayAnswer & { used: Used }> {
  const spent = () => ({ server: cpuSeconds(server.pid), postgres: familyCpuSeconds(server.postgresPid) });
  const [began, before, pid] = [performance.now(), spent(), server.pid];
  const used: Used = { name, server: 0, postgres: 0, rss: [], behind: 0, behindSeconds: 0 };
  let over = false;
  const end = () => {
    over = true;
  };
  work.then(end, end);
  while (!over) {
    await Promise.race([work, wait(sampleMs)]);
    const { behind, oldest } = await readBehind();
    used.behind = Math.max(used.behind, behind);
    used.behindSeconds = Math.max(used.behindSeconds, oldest);
    const rss = residentOf(server.pid);
    if (rss > 0) used.rss.push(rss);
  }
  const after = spent();
  const lasted = (performance.now() - began) / 1_000;
  used.server = pid === server.pid ? (after.server - before.server) / lasted : Number.NaN;
  used.postgres = (after.postgres - before.postgres) / lasted;
  const answer = await work;
  const failed = Object.entries(answer.tallies).flatMap(([kind, of]) =>
    Object.entries(of.failed).map(([status, count]) => `${kind} ${count} × ${status}`),
  );
  process.stderr.write(`${[`${name}: ${lasted.toFixed(0)} s`, ...failed].join(', ')}\n`);
  return { ...answer, used };
}

try {
  if (!company || !filled) throw new Error('nothing was filled');
  const { places, longest } = company;
  const weight = places.reduce((sum, place) => sum + place.weight, 0);
  const rounds = filled.messages / weight;
  const rssBefore = residentOf(server.pid);
  const began = Date.now();
  await load.ask({
    what: 'begin',
    port: server.port,
    people: company.people,
    places: places.map(({ id, kind, people: readers, weight }) => ({
      id,
      kind,
      people: readers,
      messages: weight * rounds,
    })),
    longest: longest.placeId,
    factor: (rate * people) / usualPeople,
  });
  const parts: (DayAnswer & { used: Used })[] = [];
  const deploys: { stopMs: number; startMs: number; connectedMs: number; backMs: number }[] = [];
  parts.push(await part('arrival', load.ask({ what: 'arrive', seconds: arrivalSeconds })));
  for (const [name, deploy] of [
    ['morning', 'deploy 1'],
    ['noon', 'deploy 2'],
  ] as const) {
    parts.push(await part(name, load.ask({ what: 'live', seconds: seconds / 3 })));
    const lost = part(deploy, load.ask({ what: 'lose' }));
    const took = await server.deploy();
    const one = await lost;
    deploys.push({ ...took, connectedMs: one.connectedMs, backMs: one.backMs });
    parts.push(one);
  }
  parts.push(await part('evening', load.ask({ what: 'live', seconds: seconds / 3 })));

  const kinds = [...new Set(parts.flatMap(({ tallies }) => Object.keys(tallies)))];
  const isCalm = (name: string) => !name.startsWith('deploy');
  const rows = [['p50 / p95 / p99 ms', ...parts.map(({ used }) => used.name), 'target, p95', 'met while calm']];
  for (const kind of kinds) {
    const target = targets[kind];
    const calm = parts.filter(({ used }) => isCalm(used.name)).map(({ tallies }) => tallies[kind]?.p95 ?? 0);
    const met = target === undefined ? '' : Math.max(...calm) <= target ? 'yes' : 'no';
    const told = parts.map(({ tallies }) => {
      const of = tallies[kind];
      if (!of) return '';
      const failed = Object.entries(of.failed).map(([status, count]) => `${count} × ${status}`);
      return [`${[of.p50, of.p95, of.p99].map(ms => ms.toFixed(0)).join(' / ')} (${whole(of.count)})`, ...failed].join(
        ', ',
      );
    });
    rows.push([kind, ...told, target === undefined ? '' : String(target), met]);
  }
  const of = (title: string, value: (used: Used, answer: DayAnswer) => string) => [
    ...[title, ...parts.map(one => value(one.used, one))],
    ...['', ''],
  ];
  rows.push(
    of('core used, server + PostgreSQL, %', ({ server: own, postgres }) =>
      [own, postgres].map(share => (Number.isNaN(share) ? '-' : whole(share * 100))).join(' + '),
    ),
    of('core used by the load, %', (_, { busy }) => whole(busy * 100)),
    of('RSS MB: first, last, most', ({ rss }) =>
      [rss[0] ?? 0, rss.at(-1) ?? 0, Math.max(...rss)].map(whole).join(', '),
    ),
    of('messages that the search had not read, most', ({ behind }) => whole(behind)),
    of('and the oldest of them, s', ({ behindSeconds }) => behindSeconds.toFixed(1)),
    of('deliveries that never came', ({ name }, { missing }) =>
      isCalm(name) && name !== 'arrival' ? whole(missing) : '',
    ),
  );
  const { rows: stored } = await server.database.pool.query(
    'SELECT count(*)::int AS count FROM messages WHERE id >= $1',
    [
      `${Math.floor(began)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`,
    ],
  );
  const last = parts.at(-1);
  table(
    `A company's day: ${whole(people)} people, ${whole(filled.messages)} messages, ${whole(filled.files * 2.5e-3)} GB of files, ${rate} times the usual rates`,
    rows,
  );
  table('Deploys, seconds', [
    ['', 'stopped in', 'ready in', 'all connected again', 'all have fetched what they missed'],
    ...deploys.map(({ stopMs, startMs, connectedMs, backMs }, n) => [
      `deploy ${n + 1}`,
      ...[stopMs, startMs, connectedMs, backMs].map(ms => (ms / 1_000).toFixed(1)),
    ]),
  ]);
  const most = Math.max(...parts.flatMap(({ used }) => used.rss));
  say(
    `RSS MB: ${whole(rssBefore)} before anybody came, ${whole(most)} at most; ${rssAtMost} is the target.\n` +
      `Acknowledged: ${whole(last?.acknowledged ?? 0)} messages, stored: ${whole(stored[0].count)}; still waited for: ${last?.waiting}.\n` +
      `Filled in s: ${Object.entries(filled.seconds)
        .map(([name, took]) => `${name} ${took.toFixed(0)}`)
        .join(', ')}.`,
  );
} finally {
  await load.stop();
  await server.stop();
}
