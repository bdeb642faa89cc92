import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { givenBucket, givenDatabase } from './outside.ts';
import { dataFolder, run, start, untilReady, usedDataFolder } from './palabre.ts';
import { said, settle, someone } from './someone.ts';

// A backup rests seven times as long as it works, so that posts go on: beside other tests it takes minutes.
vi.setConfig({ testTimeout: 15 * waitTimeoutMs });

type Variables = Record<string, string>;

const plan = 'Le plan du rez-de-chaussée';

/** Posts a message that would break a careless copy, with a file. */
async function post(url: string, token: string, channelId: string, content: string) {
  const files = [{ bytes: Buffer.from(plan), name: 'plan.txt' }];
  const { message } = await new Client(url, token).ok(api.messages.send, { body: { channelId, content }, files });
  return message;
}

/** Backs up a running Palabre with something of each kind; returns the backup's path, and the records to find again. */
async function backedUp(variables: Variables) {
  const BACKUP_DIR = join(variables.DATA_DIR as string, 'nuits');
  const server = await start(variables.DATA_DIR as string, { ...variables, BACKUP_DIR }).ready();
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^palabre_backup_age_seconds \+Inf$/m);
  const { token, channelId } = await settle(server.url);
  const content = 'Un gabion \\N \\t « cité »\n\tdeuxième ligne ; 100 %';
  const posted = await post(server.url, token, channelId, content);
  const path = join(dataFolder(), 'palabre.tar');
  const { stdout } = await run(variables, 'backup', path);
  expect(stdout).toContain('1 personne · 2 messages · 1 fichier');
  await new Client(server.url, token).ok(api.messages.send, { body: { channelId, content: 'Trop tard' } });
  await server.stop();
  return { path, token, channelId, file: posted.fileAttachments[0]?.url ?? '', messages: ['Bonjour', posted.content] };
}

type BackedUp = Awaited<ReturnType<typeof backedUp>>;

/** Starts the restored Palabre, and looks for everything in it: an open session, messages, a file, search. */
async function isWhole(variables: Variables, { token, channelId, file, messages }: BackedUp): Promise<void> {
  const server = await start(variables.DATA_DIR as string, variables).ready();
  await untilReady(server);
  expect(await said(server.url, channelId)).toEqual(messages);
  const client = new Client(server.url, token);
  const find = async () => (await client.ok(api.search.messages, { query: { q: 'gabions' } })).results;
  await expect.poll(async () => (await find()).map(({ message }) => message.content)).toEqual(messages.slice(1, 2));
  const answer = await fetch(server.url + file, { headers: { cookie: `token=${token}` } });
  expect(await answer.text()).toBe(plan);
  const { message } = await client.ok(api.messages.send, { body: { channelId, content: 'Toujours là' } });
  expect(message.position).toBe(messages.length + 1);
  await server.stop();
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it did not fail',
    (error: { stderr: string }) => error.stderr,
  );

test('A backup of a running Palabre is verified, and restored into an empty folder with its sessions, messages, files and search', async () => {
  const made = await backedUp({ DATA_DIR: usedDataFolder() });
  const { stdout } = await run({}, 'restore', made.path, '--verify');
  expect(stdout).toContain('Sauvegarde vérifiée, rien ne manque');
  const variables = { DATA_DIR: join(dataFolder(), 'nouveau') };
  await run(variables, 'restore', made.path);
  await isWhole(variables, made);

  expect(await failure(run(variables, 'restore', made.path))).toContain('contient déjà un Palabre');
  expect(await failure(run(variables, 'backup', made.path))).toContain('existe déjà');
});

test('A backup moves Palabre from its own database and folder to another PostgreSQL and a bucket, and back by a bucket of backups', async () => {
  const made = await backedUp({ DATA_DIR: usedDataFolder() });
  const { url: S3_URL } = await givenBucket();
  const outside = { DATA_DIR: dataFolder(), DATABASE_URL: await givenDatabase(), S3_URL };
  await run(outside, 'restore', made.path);
  expect(readdirSync(outside.DATA_DIR)).not.toContain('postgres');
  await isWhole(outside, made);

  // The way back is by a bucket too, the backup's own.
  const BACKUP_S3_URL = (await givenBucket()).url;
  expect(await failure(run(outside, 'backup', 's3:retour.tar'))).toContain('demande BACKUP_S3_URL');
  const { stdout } = await run({ ...outside, BACKUP_S3_URL }, 'backup', 's3:retour.tar');
  expect(stdout).toContain('s3:retour.tar');
  expect(await failure(run({ ...outside, BACKUP_S3_URL }, 'backup', 's3:retour.tar'))).toContain('existe déjà');
  const home = { DATA_DIR: dataFolder(), BACKUP_S3_URL };
  expect(await failure(run(home, 'restore', 's3:absente.tar'))).toContain('cette sauvegarde n’existe pas');
  expect((await run(home, 'restore', 's3:retour.tar', '--verify')).stdout).toContain('rien ne manque');
  await run(home, 'restore', 's3:retour.tar');
  await isWhole(home, { ...made, messages: [...made.messages, 'Toujours là'] });
  const full = { ...outside, DATA_DIR: dataFolder(), BACKUP_S3_URL };
  expect(await failure(run(full, 'restore', 's3:retour.tar'))).toContain('DATABASE_URL');
});

test('A backup that is cut short, damaged, or something else is refused, and leaves nothing', async () => {
  const { path } = await backedUp({ DATA_DIR: usedDataFolder() });
  const folder = dataFolder();
  const bytes = readFileSync(path);
  const variant = (name: string, change: (copy: Buffer) => Buffer) => {
    const at = join(folder, name);
    writeFileSync(at, change(Buffer.from(bytes)));
    return at;
  };
  const inFile = bytes.indexOf(plan);
  expect(inFile).toBeGreaterThan(0);
  const wrong = {
    'est incomplète': variant('coupée.tar', copy => copy.subarray(0, copy.length - 4_096)),
    'est abîmée': variant('abîmée.tar', copy => {
      copy[inFile] = 0;
      return copy;
    }),
    'n’est pas une sauvegarde de Palabre': variant('autre.tar', () => Buffer.alloc(10_240)),
    'n’existe pas': join(folder, 'absente.tar'),
  };
  const DATA_DIR = usedDataFolder();
  for (const [why, at] of Object.entries(wrong)) {
    expect(await failure(run({ DATA_DIR }, 'restore', at))).toContain(why);
    expect(await failure(run({}, 'restore', at, '--verify'))).toContain(why);
  }
  const files = readdirSync(join(DATA_DIR, 'files'), { recursive: true, withFileTypes: true });
  expect(files.filter(entry => entry.isFile())).toEqual([]);
  // A whole backup is refused beside somebody's files.
  const theirs = join(DATA_DIR, 'files/7f/018f0000-0000-7000-8000-00000000007f');
  mkdirSync(dirname(theirs), { recursive: true });
  writeFileSync(theirs, 'le leur');
  expect(await failure(run({ DATA_DIR }, 'restore', path))).toContain('contient déjà des fichiers');
  expect(readFileSync(theirs, 'utf8')).toBe('le leur');
  await start(DATA_DIR).ready();
});

test('A restore that was killed is said so at the start, and can be done again', async () => {
  const made = await backedUp({ DATA_DIR: usedDataFolder() });
  const DATA_DIR = usedDataFolder();
  // Where a killed restore stood: its mark, and some of the files.
  writeFileSync(join(DATA_DIR, 'restoring'), '');
  const refused = start(DATA_DIR);
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toContain('n’est pas allée à son terme');
  expect(await failure(run({ DATA_DIR }, 'restore', `${made.path}.absente`))).toContain('n’existe pas');
  expect(existsSync(join(DATA_DIR, 'restoring'))).toBe(true);
  await run({ DATA_DIR }, 'restore', made.path);
  expect(existsSync(join(DATA_DIR, 'restoring'))).toBe(false);
  await isWhole({ DATA_DIR }, made);
});

test('Jobs that wait are restored with the database', async () => {
  const outside = { DATA_DIR: dataFolder(), DATABASE_URL: await givenDatabase(), SMTP_URL: 'smtp://127.0.0.1:9' };
  const server = await start(outside.DATA_DIR, outside).ready();
  const { user } = await settle(server.url);
  await new Client(server.url).ok(api.otp.sent, { body: { p_id: user._id, p_email: someone.email } });
  const ask = async (url: string, text: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  const jobs = (url: string) =>
    ask(
      url,
      `SELECT task_identifier, key, flags, priority, max_attempts, queue_name, run_at,
         (SELECT payload FROM graphile_worker._private_jobs AS own WHERE own.id = jobs.id) FROM graphile_worker.jobs
       WHERE coalesce(key NOT LIKE 'now:%', true) ORDER BY 1, 2`,
    );
  await server.stop();
  await ask(
    outside.DATABASE_URL,
    `SELECT graphile_worker.add_job('notifications.letter', '{"userId": "un \\"x\\"\\n"}', queue_name := 'letters', max_attempts := 9,
      job_key := 'notifications.letter:x', priority := 4, run_at := now() + interval '1 hour')`,
  );
  const waiting = await jobs(outside.DATABASE_URL);
  expect(waiting).toContainEqual(expect.objectContaining({ priority: 4, payload: { userId: 'un "x"\n' } }));
  expect(waiting.length).toBeGreaterThan(1);
  const path = join(dataFolder(), 'palabre.tar');
  await run(outside, 'backup', path);
  const other = { DATA_DIR: dataFolder(), DATABASE_URL: await givenDatabase() };
  await run(other, 'restore', path);
  expect(await jobs(other.DATABASE_URL)).toEqual(waiting);
});
