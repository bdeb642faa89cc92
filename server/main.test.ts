import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { restoringMark } from './platform/backup/restoring.ts';
import { migrationsFolder, workerProgram } from './platform/paths.ts';
import { newId } from './platform/postgres/db.ts';
import { migrate, migrationsOf } from './platform/postgres/migrate.ts';
import { Workers, type WorkersOptions } from './platform/processes/workers.ts';
import { freePort } from './test/outside/free-port.ts';
import { testDatabase, testPool } from './test/outside/postgres.ts';
import { FakeS3 } from './test/outside/s3.ts';
import { programs } from './test/programs.ts';

/** Tests the start of the server within this process; `tools/processes` starts it as operators do. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-main-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const { started, hear } = programs();
const JWT_SECRET = 'un secret de plus de trente-deux signes';

/** Returns the lines of a start, below its first, by their first words; several of one name are one text. */
function told(said: string): Record<string, string> {
  const lines: Record<string, string> = {};
  for (const [, name = '', what = ''] of said.matchAll(/^ {2}(.{16})(.*)$/gm))
    lines[name.trim()] = [lines[name.trim()], what].filter(Boolean).join('\n');
  return lines;
}

/** Adds an account to a database. */
async function account(pool: pg.Pool, email: string, isProven: boolean): Promise<void> {
  const user = [newId(), email, isProven];
  await pool.query(
    `INSERT INTO users (id, first_name, last_name, email, email_proven) VALUES ($1, 'Zoé', 'Lambert', $2, $3)`,
    user,
  );
}
const administrators = async (pool: pg.Pool) =>
  (await pool.query('SELECT email FROM users WHERE admin')).rows.map(({ email }) => email);

test('A start says where Palabre is and what it uses, serves, holds its folder alone, and is over with all of that at a signal', async () => {
  const [DATA_DIR, DATABASE_URL, PORT] = [await folder(), await testDatabase(), String(await freePort())];
  const variables = { DATA_DIR, DATABASE_URL, PORT, JWT_SECRET, RATE_LIMITS: 'off' };
  const palabre = await started(variables);
  const url = `http://127.0.0.1:${PORT}`;
  const here = relative(process.cwd(), DATA_DIR);
  expect(palabre.said()).toBe(
    `Palabre est prête : ${url}
  base de données PostgreSQL de ${new URL(DATABASE_URL).host}
  fichiers        dossier ${here}/files
  e-mails         fichiers .eml dans ${here}/outbox
  processus       un seul
  limites         levées (RATE_LIMITS=off)
`,
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(existsSync(join(DATA_DIR, 'lock'))).toBe(true);
  const second = await started({ ...variables, PORT: '0' });
  expect([second.codes(), second.complained()]).toEqual([
    [1],
    `Un autre serveur Palabre (processus ${process.pid}) utilise déjà le dossier ${DATA_DIR} : arrêtez-le, ou donnez un autre DATA_DIR.\n`,
  ]);
  palabre.hears.get('SIGTERM')?.();
  await vi.waitFor(() => expect(palabre.codes()).toEqual([1, 0]));
  expect(palabre.lines()).toContainEqual(expect.objectContaining({ level: 30, msg: 'drained' }));
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(existsSync(join(DATA_DIR, 'lock'))).toBe(false);
  const pool = testPool(DATABASE_URL, 1);
  const left = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await vi.waitFor(async () => expect((await pool.query(left)).rows, 'connections left open').toEqual([]));
});

test('A start names each service beyond this machine, what is lacking without https or an extension, and what is not right', async () => {
  const s3 = await new FakeS3().start();
  onTestFinished(() => s3.stop());
  const [DATA_DIR, DATABASE_URL, PORT] = [await folder(), await testDatabase(), String(await freePort())];
  const pool = testPool(DATABASE_URL, 1);
  await account(pool, 'zoe@exemple.fr', true);
  await pool.query(`ALTER INDEX users_name_parts RENAME TO elsewhere;
    ALTER TEXT SEARCH CONFIGURATION palabre ALTER MAPPING REPLACE unaccent WITH simple`);
  const [closed, smtp] = [await freePort(), await freePort()];
  const asked = vi.spyOn(pg.Pool.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  const palabre = await started({
    ...{ DATA_DIR, DATABASE_URL, PORT, JWT_SECRET, S3_URL: s3.url, ADMIN_EMAIL: 'Zoe@exemple.fr' },
    ...{ PUBLIC_URL: `http://0.0.0.0:${closed}`, SMTP_URL: `smtp://compte:motsecret@127.0.0.1:${smtp}` },
    JWT_SECRET_PREVIOUS: 'un secret qui n’a jamais servi à cette base',
  });
  await vi.waitFor(() => expect(told(palabre.said()).attention).toContain('adresse'));
  expect(palabre.said()).toMatch(new RegExp(`^Palabre est prête : http://0\\.0\\.0\\.0:${closed}\n`));
  expect(told(palabre.said())).toEqual({
    'base de données': `PostgreSQL de ${new URL(DATABASE_URL).host}`,
    fichiers: `S3, ${s3.endpoint}/palabre`,
    'e-mails': `SMTP, 127.0.0.1:${smtp}`,
    processus: 'un seul',
    notifications: 'sans push : PUBLIC_URL n’est pas en https://',
    recherche: 'sans unaccent ni pg_trgm : moins fine (docs/operations.md)',
    secret: expect.stringMatching(/^remplacé le .+, l’ancien est encore lu : les codes envoyés dans l’heure$/),
    écoute: `127.0.0.1:${PORT}`,
    attention: [
      `e-mails : connect ECONNREFUSED 127.0.0.1:${smtp} (ESOCKET) → voyez SMTP_URL : machine, port, compte et mot de passe`,
      `adresse : connect ECONNREFUSED 0.0.0.0:${closed} → démarrez Palabre ; sinon voyez PUBLIC_URL, le nom, le certificat et le mandataire`,
    ].join('\n'),
  });
  expect(palabre.said()).not.toContain('motsecret');
  expect(await administrators(pool)).toEqual(['zoe@exemple.fr']);
  const look = asked.mock.calls.findIndex(([text]) => String(text).includes('users_name_parts'));
  expect((asked.mock.contexts[look] as pg.Pool).options.max, 'connections for requests').toBe(8);
});

test('A start that is stopped says nothing more of what is around it', async () => {
  const [DATA_DIR, DATABASE_URL] = [await folder(), await testDatabase()];
  const sockets: Socket[] = [];
  const silent = createServer(socket => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const looked = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => looked.mockRestore());
  const SMTP_URL = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const palabre = await started({ DATA_DIR, DATABASE_URL, PORT: '0', JWT_SECRET, SMTP_URL });
  await vi.waitUntil(() => sockets.length > 0);
  const said = palabre.said();
  await palabre.stop();
  for (const socket of sockets) socket.destroy();
  await vi.waitUntil(() => looked.mock.calls.length > 0);
  await Promise.allSettled(looked.mock.results.map(({ value }) => value));
  await new Promise(resolve => setImmediate(resolve));
  expect(palabre.said()).toBe(said);
});

test('A start by several workers gives them what it has settled, is theirs to say, and ends them and itself together', async () => {
  const [DATA_DIR, DATABASE_URL] = [await folder(), await testDatabase()];
  const pool = testPool(DATABASE_URL, 1);
  await account(pool, 'zoe@exemple.fr', false);
  let given: WorkersOptions | undefined;
  let serves = true;
  const stopped = vi.fn(async () => {});
  const starting = vi.spyOn(Workers, 'start').mockImplementation(async (options, began) => {
    given = options;
    began({ stop: stopped } as never);
    return serves;
  });
  const asked = vi.spyOn(pg.Pool.prototype, 'query');
  onTestFinished(() => {
    starting.mockRestore();
    asked.mockRestore();
  });
  const DATABASE_URL_FILE = join(DATA_DIR, 'database');
  writeFileSync(DATABASE_URL_FILE, DATABASE_URL);
  const variables = {
    ...{ DATA_DIR, DATABASE_URL_FILE, PORT: '0', JWT_SECRET, WORKERS: '2', REDIS_URL: 'redis://127.0.0.1:1' },
    ADMIN_EMAIL: 'zoe@exemple.fr',
  };
  const palabre = await started(variables);
  const url = /^Palabre est prête : (.*)$/m.exec(palabre.said())?.[1] ?? '';
  expect(told(palabre.said()).processus).toBe('2 derrière ce port, par Redis 127.0.0.1:1');
  expect(given).toMatchObject({
    ...{ count: 2, program: workerProgram },
    variables: {
      ...{ DATABASE_URL, PORT: new URL(url).port, PUBLIC_URL: url },
      ...{ DATABASE_URL_FILE: '', PORT_FILE: '', PUBLIC_URL_FILE: '' },
    },
  });
  const look = asked.mock.calls.findIndex(([text]) => String(text).includes('users_name_parts'));
  expect((asked.mock.contexts[look] as pg.Pool).options.max, 'connections for requests').toBe(1);
  // Its address is not proven.
  expect(await administrators(pool)).toEqual([]);
  // Other machines may share the folder: their database and Redis are outside it.
  expect(existsSync(join(DATA_DIR, 'lock'))).toBe(false);
  const refusal = () => fetch(url).catch(({ cause }) => cause.code);
  expect(await refusal()).not.toBe('ECONNREFUSED');
  await given?.freePort();
  expect(await refusal()).toBe('ECONNREFUSED');
  for (const kind of ['uncaughtException', 'unhandledRejection']) palabre.hears.get(kind)?.(new Error(kind));
  expect(palabre.lines()).toMatchObject([
    { level: 60, kind: 'uncaughtException', msg: 'nothing caught this error' },
    { level: 60, kind: 'unhandledRejection' },
  ]);
  given?.giveUp('Le processus 2 s’arrête sans cesse.');
  await palabre.stop();
  expect([palabre.complained(), palabre.codes(), stopped.mock.calls.length]).toEqual([
    ...['Le processus 2 s’arrête sans cesse.\n', [1], 1],
  ]);
  serves = false;
  const failed = await started({ ...variables, WORKERS: '3' });
  expect([failed.codes(), failed.said(), failed.complained()]).toEqual([[1], '', '']);
});

test('A start backs the database up before it migrates it, and says where and how to go back', async () => {
  const [DATA_DIR, DATABASE_URL] = [await folder(), await testDatabase({ empty: true })];
  const names = readdirSync(migrationsFolder).map(file => file.replace(/\.sql$/, ''));
  const [before = '', last = ''] = names.sort().slice(-2);
  await migrate(DATABASE_URL, migrationsFolder, before);
  await account(testPool(DATABASE_URL, 1), 'zoe@exemple.fr', true);
  const variables = { DATA_DIR, DATABASE_URL, PORT: '0', JWT_SECRET };
  const palabre = await started(variables);
  const path = join(DATA_DIR, 'backups', `avant-${last}.tar`);
  expect(palabre.said()).toMatch(
    /^La base a été sauvegardée avant sa mise à jour\. .*une base vide, puis npm run restore -- \S+\nPalabre est prête/,
  );
  expect([palabre.said().includes(relative(process.cwd(), path)), existsSync(path)]).toEqual([true, true]);
  expect(await migrationsOf(DATABASE_URL)).toEqual(names);
  expect(palabre.lines()).toContainEqual(
    expect.objectContaining({ level: 30, msg: 'database migrated', migrations: [last] }),
  );
  await palabre.stop();
  const again = await started(variables);
  expect(again.said()).toMatch(/^Palabre est prête/);
  expect(again.lines().filter(({ msg }) => msg === 'database migrated')).toEqual([]);
});

test('A start whose restore was cut short, or whose port is taken, says so, changes nothing and leaves its folder free', async () => {
  const [DATA_DIR, DATABASE_URL] = [await folder(), await testDatabase()];
  const variables = { DATA_DIR, DATABASE_URL, PORT: '0', JWT_SECRET };
  writeFileSync(restoringMark(DATA_DIR), '');
  const cut = await started(variables);
  expect([cut.codes(), cut.said(), cut.complained()]).toEqual([
    ...[[1], ''],
    `Une restauration dans ${DATA_DIR} n’est pas allée à son terme : recommencez-la (npm run restore -- …).\n`,
  ]);
  expect(readdirSync(DATA_DIR)).toEqual(['restoring']);
  rmSync(restoringMark(DATA_DIR));
  const taken = createServer();
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done));
  onTestFinished(() => void taken.close());
  const PORT = String((taken.address() as AddressInfo).port);
  const late = await started({ ...variables, PORT });
  expect([late.codes(), late.said(), late.complained()]).toEqual([
    ...[[1], ''],
    `PORT : le port ${PORT} est déjà pris sur 127.0.0.1, donnez-en un autre.\n`,
  ]);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('A worker serves once its parent has freed the port, reports that it does, and stops when its parent says so alone', async () => {
  const [DATA_DIR, DATABASE_URL, PORT] = [await folder(), await testDatabase(), String(await freePort())];
  const sockets = join(DATA_DIR, 'sockets');
  mkdirSync(sockets);
  const { send } = process;
  const asked: { number: number; question?: string }[] = [];
  // The channel of this process belongs to its tests: only messages of workers are intercepted.
  process.send = ((said: { number: number }, ...more: unknown[]) => {
    if (typeof said?.number !== 'number') return (send as (...sent: unknown[]) => boolean).call(process, said, ...more);
    asked.push(said);
    return true;
  }) as typeof process.send;
  const once = vi.spyOn(process, 'once').mockImplementation((() => process) as never);
  onTestFinished(() => {
    process.send = send as typeof process.send;
    once.mockRestore();
  });
  const variables = {
    DATA_DIR,
    DATABASE_URL,
    PORT,
    JWT_SECRET,
    PALABRE_WORKER: '2',
    PALABRE_SOCKETS: sockets,
    BACKUP_DIR: sockets,
  };
  const beginning = started(variables, 'worker');
  const questions = () => asked.flatMap(({ question }) => question ?? []);
  await vi.waitFor(() => expect(questions()).toEqual(['listen']));
  const url = `http://127.0.0.1:${PORT}`;
  await expect(fetch(url)).rejects.toThrow();
  expect(questions()).toEqual(['listen']);
  const answerTo = (wanted: string, answer: unknown) =>
    hear({ number: asked.find(({ question }) => question === wanted)?.number, answer });
  answerTo('listen', null);
  const worker = await beginning;
  await vi.waitFor(() => expect(questions()).toEqual(['listen', 'ready']));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const signal of ['SIGINT', 'SIGHUP']) (worker.hears.get(signal) ?? expect.fail(signal))();
  expect(worker.codes()).toEqual([]);
  const measured = fetch(`${url}/metrics`).then(answer => answer.text());
  await vi.waitFor(() => expect(questions()).toContain('crashes'));
  answerTo('crashes', 3);
  answerTo('others metrics', []);
  const text = await measured;
  expect(text).toContain('\npalabre_worker_crashes 3\n');
  // What all workers share is told by the one that is asked alone.
  hear({ number: 71, question: 'metrics' });
  await vi.waitUntil(() => asked.some(({ number }) => number === 71));
  const { answer } = asked.find(({ number }) => number === 71) as unknown as { answer: { name: string }[] };
  const names = answer.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['palabre_sockets', 'palabre_people_online']));
  const shared = ['palabre_disk_free_bytes', 'palabre_worker_crashes', 'palabre_backup_age_seconds', 'palabre_info'];
  expect(names.filter(name => shared.includes(name))).toEqual([]);
  expect(text.match(/^palabre_(disk|backup|worker|info)\w*/gm)?.sort()).toEqual(shared.toSorted());
  hear({ number: 1, question: 'stop' });
  await vi.waitFor(() => expect(worker.codes()).toEqual([0]));
  expect(worker.lines()).toMatchObject([{ level: 30, worker: 2, msg: 'drained' }]);
  const alone = await started({ ...variables, DATABASE_URL: '' }, 'worker');
  expect([alone.codes(), alone.complained()]).toEqual([
    ...[[1], expect.stringContaining('a worker is given its database by the process that starts it')],
  ]);
});
