import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Clamd } from '../../test/outside/clamd.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { FakeS3 } from '../../test/outside/s3.ts';
import { sized } from '../figures.ts';
import { bad, good, look } from './finding.ts';
import { type Patient, subjects } from './subjects.ts';

/** Tests the words of the doctor about the services that Palabre uses; `words.test.ts` tests the others. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-words-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Returns an address at which a server listens, closed after the test. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the finding of one subject of an installation that these fields describe. */
const found = (name: string, env: object, more: object = {}) =>
  subjects({ env: { workers: 1, publicUrl: 'http://127.0.0.1', ...env }, ...more } as unknown as Patient)
    .find(subject => subject.name === name)
    ?.look();

it('Files, mails and Redis are told by the service that takes them', async () => {
  const s3 = await new FakeS3().start();
  onTestFinished(() => s3.stop());
  const storage = async () => ({ check: async () => {} });
  const given = { endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'motsecret' };
  expect(await found('fichiers', { s3: given }, { storage })).toEqual(
    good(`${s3.endpoint}/palabre prend et rend un fichier`),
  );
  expect(await found('e-mails', {})).toEqual(
    look('fichiers .eml dans DATA_DIR/outbox : rien ne part', 'donnez SMTP_URL pour que les codes arrivent'),
  );
  expect(
    await found('e-mails', { smtpUrl: 'smtp://u:p@mail.exemple.fr' }, { post: { check: async () => {} } }),
  ).toEqual(good('mail.exemple.fr prend le compte ; essayez : npm run doctor -- vous@exemple.fr'));
  const open = new Set<Socket>();
  const asked: string[] = [];
  const redis = createPlainServer(socket => {
    open.add(socket.on('close', () => open.delete(socket)));
    socket.on('data', data => {
      for (const [, command = ''] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        asked.push(command);
        const says = { info: '$17\r\nredis_version:7.4\r\n', ping: '+PONG\r\n' }[command.toLowerCase()];
        socket.write(says ?? '+OK\r\n');
      }
    });
  });
  const redisUrl = `redis://${await listening(redis)}`;
  const answering = await found('Redis', { redisUrl });
  expect(answering).toMatchObject({ state: 'good', says: expect.stringMatching(/^répond en \d+ ms$/) });
  expect(asked.map(command => command.toLowerCase())).toContain('ping');
  await vi.waitFor(() => expect(open.size, 'connections left open').toBe(0));
});

it('A database is told by its version, its size and its connections, or by what it lacks', async () => {
  const [databaseUrl, empty] = [await testDatabase(), await testDatabase({ empty: true })];
  const usual = { version: '18.4', number: 180_004, encoding: 'UTF8', jobs: true, bytes: 2_000_000, connections: 8 };
  const told = (facts: object, more: { lacking?: string[]; url?: string; workers?: number } = {}) => {
    const row = { ...usual, connectionsAtMost: 100, at: new Date(), ...facts };
    const query = async (text: string) => ({
      rows: text.includes('encoding') ? [row] : (more.lacking ?? []).map(name => ({ name })),
    });
    return found(
      'base de données',
      { workers: more.workers ?? 1 },
      { pool: { query }, databaseUrl: more.url ?? databaseUrl },
    );
  };
  const says = (connections = 8, most = 100) =>
    `PostgreSQL 18.4, ${sized(2_000_000)}, ${connections} connexions sur ${most}`;
  expect(await told({})).toEqual(good(says()));
  expect(await told({ number: 139_999, version: '13.9' })).toEqual(
    bad('PostgreSQL 13.9', 'il en faut la version 14 ou une plus récente'),
  );
  expect(await told({ number: 140_000 })).toMatchObject({ state: 'good' });
  expect(await told({ encoding: 'LATIN1' })).toEqual(
    bad('codage LATIN1', 'créez la base en UTF8 (ENCODING UTF8 TEMPLATE template0)'),
  );
  expect(await told({ jobs: false })).toEqual(
    bad('ce compte ne peut pas créer de schéma', 'GRANT CREATE ON DATABASE … TO …'),
  );
  const more = 'augmentez max_connections : Palabre en demande 23 par processus';
  expect(await told({ connections: 81 })).toEqual(look(says(81), more));
  expect(await told({ connectionsAtMost: 45 }, { workers: 2 })).toEqual(look(says(8, 45), more));
  expect(await told({ connectionsAtMost: 46 }, { workers: 2 })).toMatchObject({ state: 'good' });
  expect(await told({}, { url: empty })).toMatchObject({
    ...{ state: 'look', says: expect.stringMatching(/ sur 100, \d+ migrations à venir$/) },
    todo: 'le prochain démarrage les fera (npm start)',
  });
  expect(await told({}, { lacking: ['unaccent', 'pg_trgm'] })).toEqual(
    look(`${says()}, sans unaccent ni pg_trgm`, 'la recherche est moins fine (docs/operations.md)'),
  );
});

it('Jobs and the search are told by what is late or given up, and by where to look', async () => {
  const jobs = (there: boolean, due: object, failed: object[] = []) => {
    const query = async (text: string) => {
      if (text.includes('to_regclass')) return { rows: [{ there }] };
      return { rows: text.includes('GROUP BY') ? failed : [due] };
    };
    return found('travaux de fond', {}, { pool: { query } });
  };
  expect(await jobs(false, {})).toEqual(look('pas encore de table', 'le premier démarrage la fait (npm start)'));
  expect(await jobs(true, { late: 0, seconds: 0 })).toEqual(good('aucun en attente'));
  expect(await jobs(true, { late: 2, seconds: 300 })).toEqual(good('2 en attente'));
  expect(await jobs(true, { late: 2, seconds: 331 })).toEqual(
    bad('2 en retard, le plus ancien depuis 6 min', 'démarrez Palabre, ou voyez son journal'),
  );
  const failed = [
    { name: 'mail.send', count: 12 },
    { name: 'push.send', count: 1 },
  ];
  expect(await jobs(true, { late: 1, seconds: 9 }, failed)).toEqual(
    look('abandonnés : mail.send 12, push.send 1', 'voyez pourquoi dans le journal (« jobs »)'),
  );
  const databaseUrl = await testDatabase();
  const search = (behind: number) => found('recherche', {}, { databaseUrl, searchBehind: async () => behind });
  expect([await search(0), await search(100)]).toEqual([good('à jour'), good('100 salons ou conversations en retard')]);
  expect(await search(101)).toEqual(
    look('101 salons ou conversations en retard', 'démarrez Palabre : elle les rattrape, chaque minute'),
  );
  const unstarted = {
    databaseUrl: await testDatabase({ empty: true }),
    searchBehind: () => Promise.reject(new Error()),
  };
  expect(await found('recherche', {}, unstarted)).toEqual(good('rien à trouver encore'));
});

it('A scanner is told by its version, its signatures, and the files that it does not take', async () => {
  const path = join(await folder(), 'clamd.ctl');
  const clamd = await new Clamd().open(path);
  onTestFinished(() => clamd.close());
  const within = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => within.mockRestore());
  const scanner = () => found('antivirus', { clamd: { path } });
  const renew = 'voyez si freshclam tourne (systemctl status clamav-freshclam)';
  expect(await scanner()).toEqual(look('ClamAV 1.4.3, sans signatures de ClamAV', renew));
  const dated = (days: number) => {
    const since = new Date(Date.now() - days * 86_400_000);
    clamd.version = `ClamAV 1.4.3/27824/${since.toString().slice(0, 24)}`;
    return `ClamAV 1.4.3, signatures du ${since.toLocaleDateString('fr')}`;
  };
  const old = dated(4);
  expect(await scanner()).toEqual(look(old, renew));
  const fresh = dated(1);
  expect(await scanner()).toEqual(good(fresh));
  const megabytes = clamd.streamMaxLength / (1024 * 1024);
  clamd.streamMaxLength -= 1;
  expect(await scanner()).toEqual(
    look(
      `${fresh}, ne prend pas un fichier de ${megabytes} Mo`,
      `donnez ${megabytes}M au moins à StreamMaxLength, MaxFileSize et MaxScanSize dans clamd.conf`,
    ),
  );
  expect(new Set(within.mock.calls.flat())).toEqual(new Set([12_000]));
});

it('Backups are told by the newest, its size and where it lies', async () => {
  const [nights, dataDir] = [await folder(), await folder()];
  const of = (data: string) => found('sauvegardes', { backups: { folder: nights, keep: 7 }, dataDir: data });
  expect(await found('sauvegardes', {})).toEqual(
    look('aucune de nuit', 'donnez BACKUP_DIR ou BACKUP_S3_URL, ou lancez vous-même npm run backup -- FICHIER'),
  );
  expect(await of(dataDir)).toEqual(look('aucune encore', 'la première se fait la nuit prochaine'));
  const path = join(nights, 'palabre-2026-11-28.tar');
  await writeFile(path, 'x'.repeat(2_000));
  const aged = async (hours: number) => {
    const at = new Date(Math.floor(Date.now() / 1_000 - hours * 3_600) * 1_000);
    await utimes(path, at, at);
    return `la dernière du ${at.toLocaleString('fr')}, ${sized(2_000)}`;
  };
  const recent = await aged(47);
  expect(await of(dataDir)).toEqual(look(`${recent}, sur le même disque`, 'copiez-les ailleurs'));
  // Another file system than that of the nights.
  if (process.platform === 'linux') expect(await of('/proc')).toEqual(good(recent));
  expect(await of(dataDir)).toMatchObject({ state: 'look' });
  const old = await aged(49);
  expect(await of(dataDir)).toEqual(bad(old, 'voyez pourquoi dans le journal (« jobs », backups.nightly)'));
});

it('Subjects are looked at in one order, each with what to do when it does not answer, and what it needs', () => {
  const env = { workers: 2, clamd: { path: '/x' }, redisUrl: 'redis://x', publicUrl: 'https://chat.exemple.fr' };
  const all = subjects({ env } as unknown as Patient).map(({ name, todo, needs }) => [name, todo, needs]);
  const [database, here] = ['base de données', 'adresse'];
  expect(all).toEqual([
    ['Palabre', '', undefined],
    ['disque', 'voyez si DATA_DIR est là', undefined],
    ['descripteurs', '', undefined],
    ['processus', '', undefined],
    ['TLS', '', undefined],
    [database, 'voyez DATABASE_URL, et si PostgreSQL tourne', undefined],
    ['horloge', '', database],
    ['secret', '', database],
    ['travaux de fond', '', database],
    ['recherche', '', database],
    ['fichiers', 'voyez S3_URL, le seau et les droits de la clé', undefined],
    [
      'antivirus',
      'voyez CLAMD_URL, et si clamd tourne (systemctl status clamav-daemon) : les fichiers sont refusés',
      undefined,
    ],
    ['e-mails', 'voyez SMTP_URL : machine, port, compte et mot de passe', undefined],
    ['Redis', 'voyez REDIS_URL, et si Redis tourne', undefined],
    ['sauvegardes', 'voyez BACKUP_DIR, ou BACKUP_S3_URL', undefined],
    ['certificat', 'voyez PUBLIC_URL, le nom et le mandataire, qui doit y répondre par TLS', undefined],
    [here, 'démarrez Palabre ; sinon voyez PUBLIC_URL, le nom, le certificat et le mandataire', undefined],
    ['sockets', 'laissez passer WebSocket (en-têtes Upgrade et Connection) par le mandataire', here],
  ]);
});
