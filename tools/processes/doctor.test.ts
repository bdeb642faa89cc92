import { utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Mailbox } from '../../server/test/outside/mailbox.ts';
import { givenBucket, givenDatabase } from './outside.ts';
import { dataFolder, run, start, until, usedDataFolder } from './palabre.ts';

/** Runs the doctor; returns its exit code, and the state and words of each line by subject. */
async function examined(variables: Record<string, string>, ...words: string[]) {
  const { stdout, code } = await run(variables, 'doctor', ...words).then(
    done => ({ ...done, code: 0 }),
    (failed: { stdout: string; code: number }) => failed,
  );
  const lines = stdout.split('\n').flatMap(line => {
    const [, state, name = '', says] = /^([✓!✗]) (.{18})(.*)$/.exec(line) ?? [];
    return state ? [[name.trim(), `${state} ${says}`] as const] : [];
  });
  return { code, says: Object.fromEntries(lines), stdout };
}

/** Serves something else than Palabre; returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('The doctor finds a running Palabre well: database, jobs, files, mails, address, sockets; and sends a mail', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const { url: S3_URL } = await givenBucket();
  const variables = {
    ...{ DATA_DIR: dataFolder(), DATABASE_URL: await givenDatabase(), S3_URL, SMTP_URL: mailbox.url },
    BACKUP_DIR: join(dataFolder(), 'nuits'),
  };
  const { url } = await start(variables.DATA_DIR, variables).ready();
  const { code, says } = await examined({ ...variables, PUBLIC_URL: url }, 'camille@exemple.fr');
  const bad = Object.entries(says).filter(([, line]) => !line.startsWith('✓'));
  expect(bad).toEqual([['sauvegardes', expect.stringContaining('aucune encore')]]);
  expect(says['base de données']).toMatch(/PostgreSQL 18/);
  expect(says.sockets).toContain('dès qu’elles arrivent');
  expect(code).toBe(0);
  expect((await mailbox.nth('camille@exemple.fr')).subject).toBe('Palabre sait vous écrire');
});

test('A start says in a line what is not right around it, and what still needs a secret that was replaced', async () => {
  const folder = usedDataFolder();
  // As an operator leaves the secret of before, for the start to make another.
  writeFileSync(join(folder, 'jwt-secret.previous'), 'x'.repeat(64));
  const running = await start(folder, { SMTP_URL: 'smtp://127.0.0.1:9' }).ready();
  expect(running.output).toMatch(/^ {2}secret +remplacé le .+, l’ancien est encore lu : les codes/m);
  await until('a line about mails', () =>
    /^ {2}attention +e-mails : .*ECONNREFUSED.* → voyez SMTP_URL/m.test(running.output),
  );
});

test('The doctor says what is wrong and what to do, and ends with 1', async () => {
  const address = await serve((_request, response) => response.end('Bienvenue sur nginx'));
  const nowhere = '127.0.0.1:9';
  const tooMany = availableParallelism() + 1;
  const outside = { SMTP_URL: `smtp://${nowhere}`, REDIS_URL: `redis://${nowhere}`, WORKERS: String(tooMany) };
  const BACKUP_DIR = dataFolder();
  const last = join(BACKUP_DIR, 'palabre-2027-02-09T02h30.tar');
  writeFileSync(last, '');
  const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
  utimesSync(last, threeDaysAgo, threeDaysAgo);
  const DATABASE_URL = await givenDatabase();
  await (await start(dataFolder(), { DATABASE_URL }).ready()).stop();
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query(`SELECT graphile_worker.add_job('mail.send', run_at := now() - interval '1 hour')`);
  await client.end();
  const here = { DATA_DIR: usedDataFolder(), DATABASE_URL, PUBLIC_URL: address, BACKUP_DIR };
  const { code, says, stdout } = await examined({ ...here, ...outside });
  const bad = Object.keys(says).filter(name => says[name]?.startsWith('✗'));
  expect(bad).toEqual(['travaux de fond', 'e-mails', 'Redis', 'sauvegardes', 'adresse']);
  expect(says['travaux de fond']).toContain('en retard, le plus ancien depuis 60 min');
  expect(says.adresse).toContain('ce n’est pas Palabre');
  expect(says.processus).toMatch(new RegExp(`^! ${tooMany} derrière un port, sur ${tooMany - 1} cœur`));
  expect(stdout).toMatch(/→ voyez SMTP_URL/);
  expect(code).toBe(1);

  const PUBLIC_URL = await serve((_request, response) => response.writeHead(302, { location: '/connexion' }).end());
  const away = { DATA_DIR: dataFolder(), DATABASE_URL: `postgres://palabre:secret@${nowhere}/palabre`, PUBLIC_URL };
  const second = await examined(away);
  expect(second.says.adresse).toBe(`✗ ${PUBLIC_URL} renvoie vers /connexion`);
  // Subjects that need the address are not looked at.
  expect(second.says).not.toHaveProperty('sockets');
  expect(second.says['base de données']).toMatch(/^✗ .*ECONNREFUSED/);
  expect(second.says).not.toHaveProperty('recherche');
  expect(second.stdout).not.toContain('secret');
});
