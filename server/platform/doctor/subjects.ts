import { stat } from 'node:fs/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';
import type { Env } from '../../env.ts';
import { openBackupPlace } from '../backup/open-place.ts';
import { sized } from '../figures.ts';
import type { ClamdAddress } from '../files/clamd.ts';
import type { Storage } from '../files/storage.ts';
import type { Post } from '../mail/post.ts';
import { connectionsOfOne } from '../postgres/embedded.ts';
import { missingExtensions } from '../postgres/extensions.ts';
import { migrationsOf, pendingMigrations } from '../postgres/migrate.ts';
import { address, sockets } from './address.ts';
import { certificate } from './certificate.ts';
import { databaseFacts, jobFacts } from './database.store.ts';
import { bad, examine, type Finding, good, look, type Subject } from './finding.ts';
import { clock, descriptors, disk, processors, system } from './machine.ts';
import { scanner } from './scanner.ts';
import { secret } from './secret.ts';
import { tls } from './tls.ts';

/** Installation under examination. */
export interface Patient {
  env: Env;
  pool: pg.Pool;
  databaseUrl: string;
  /** Opens the storage, by writing and deleting a file. */
  storage(): Promise<Storage>;
  post: Post;
  /** Returns the number of places with unindexed changes. */
  searchBehind(): Promise<number>;
}

/** Oldest supported PostgreSQL. */
const oldestPostgres = 140_000;
const lateJobsSeconds = 300;
const placesBehindAtMost = 100;
/** Age of the newest nightly backup from which a backup was missed. */
const backupDays = 2;
const dayMs = 86_400_000;

/** Lists the checks of the installation and its surroundings; they also run while Palabre is stopped. */
export const subjects = (patient: Patient): Subject[] => [
  { name: 'Palabre', look: system, todo: '' },
  { name: 'disque', look: () => disk(patient.env.dataDir), todo: 'voyez si DATA_DIR est là' },
  { name: 'descripteurs', look: () => descriptors(), todo: '' },
  ...(patient.env.workers > 1
    ? [{ name: 'processus', look: async () => processors(patient.env.workers), todo: '' }]
    : []),
  { name: 'TLS', look: async () => tls(patient.env), todo: '' },
  { name: 'base de données', look: () => database(patient), todo: 'voyez DATABASE_URL, et si PostgreSQL tourne' },
  { name: 'horloge', needs: 'base de données', look: () => sameTime(patient), todo: '' },
  { name: 'secret', needs: 'base de données', look: () => secret(patient), todo: '' },
  { name: 'travaux de fond', needs: 'base de données', look: () => jobs(patient), todo: '' },
  { name: 'recherche', needs: 'base de données', look: () => search(patient), todo: '' },
  { name: 'fichiers', look: () => files(patient), todo: 'voyez S3_URL, le seau et les droits de la clé' },
  ...(patient.env.clamd ? [antivirus(patient.env.clamd)] : []),
  { name: 'e-mails', look: () => mails(patient), todo: 'voyez SMTP_URL : machine, port, compte et mot de passe' },
  ...(patient.env.redisUrl
    ? [{ name: 'Redis', look: () => redis(patient.env.redisUrl ?? ''), todo: 'voyez REDIS_URL, et si Redis tourne' }]
    : []),
  { name: 'sauvegardes', look: () => backups(patient.env), todo: 'voyez BACKUP_DIR, ou BACKUP_S3_URL' },
  ...(patient.env.publicUrl.startsWith('https:')
    ? [
        {
          name: 'certificat',
          look: () => certificate(patient.env.publicUrl),
          todo: 'voyez PUBLIC_URL, le nom et le mandataire, qui doit y répondre par TLS',
        },
      ]
    : []),
  {
    name: 'adresse',
    look: () => address(patient.env.publicUrl, patient.env.hstsSubdomains),
    todo: 'démarrez Palabre ; sinon voyez PUBLIC_URL, le nom, le certificat et le mandataire',
  },
  {
    name: 'sockets',
    needs: 'adresse',
    look: () => sockets(patient.env.publicUrl),
    todo: 'laissez passer WebSocket (en-têtes Upgrade et Connection) par le mandataire',
  },
];

const antivirus = (clamd: ClamdAddress): Subject => ({
  name: 'antivirus',
  look: () => scanner(clamd),
  todo: 'voyez CLAMD_URL, et si clamd tourne (systemctl status clamav-daemon) : les fichiers sont refusés',
});

/** Checks run after each start; the start itself has already verified everything it needs. */
const atStart = [
  ...[
    'disque',
    'descripteurs',
    'processus',
    'base de données',
    'horloge',
    'antivirus',
    'e-mails',
    'adresse',
    'sockets',
  ],
];

/** Runs the start's checks and passes one line about each problem to `say`. */
export async function examineStart(
  patient: Pick<Patient, 'env' | 'pool' | 'databaseUrl' | 'post'>,
  say: (line: string) => void,
): Promise<void> {
  const unseen = { storage: () => Promise.reject(new Error()), searchBehind: async () => 0 };
  const failed = new Set<string>();
  for (const subject of subjects({ ...patient, ...unseen }).filter(({ name }) => atStart.includes(name))) {
    if (subject.needs && failed.has(subject.needs)) continue;
    const { state, says, todo } = await examine(subject);
    if (state !== 'bad') continue;
    failed.add(subject.name);
    say(`${subject.name} : ${says} → ${todo}`);
  }
}

async function database({ env, pool, databaseUrl }: Patient): Promise<Finding> {
  const { version, number, encoding, jobs: mayHaveJobs, bytes, ...facts } = await databaseFacts(pool);
  if (number < oldestPostgres) return bad(`PostgreSQL ${version}`, 'il en faut la version 14 ou une plus récente');
  if (encoding !== 'UTF8') return bad(`codage ${encoding}`, 'créez la base en UTF8 (ENCODING UTF8 TEMPLATE template0)');
  if (!mayHaveJobs) return bad('ce compte ne peut pas créer de schéma', 'GRANT CREATE ON DATABASE … TO …');
  const says = `PostgreSQL ${version}, ${sized(bytes)}, ${facts.connections} connexions sur ${facts.connectionsAtMost}`;
  const wanted = connectionsOfOne * env.workers;
  if (facts.connections > facts.connectionsAtMost * 0.8 || facts.connectionsAtMost < wanted)
    return look(says, `augmentez max_connections : Palabre en demande ${connectionsOfOne} par processus`);
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length > 0)
    return look(`${says}, ${pending.length} migrations à venir`, 'le prochain démarrage les fera (npm start)');
  const missing = await missingExtensions(pool);
  return missing.length > 0
    ? look(`${says}, sans ${missing.join(' ni ')}`, 'la recherche est moins fine (docs/operations.md)')
    : good(says);
}

async function sameTime({ pool }: Patient): Promise<Finding> {
  return clock('la base de données', (await databaseFacts(pool)).at);
}

async function jobs({ pool }: Patient): Promise<Finding> {
  const found = await jobFacts(pool);
  if (!found) return look('pas encore de table', 'le premier démarrage la fait (npm start)');
  const { late, oldestSeconds, givenUp } = found;
  if (oldestSeconds > lateJobsSeconds)
    return bad(
      `${late} en retard, le plus ancien depuis ${Math.round(oldestSeconds / 60)} min`,
      'démarrez Palabre, ou voyez son journal',
    );
  if (givenUp.length === 0) return good(late === 0 ? 'aucun en attente' : `${late} en attente`);
  const names = givenUp.map(({ name, count }) => `${name} ${count}`).join(', ');
  return look(`abandonnés : ${names}`, 'voyez pourquoi dans le journal (« jobs »)');
}

async function search({ databaseUrl, searchBehind }: Patient): Promise<Finding> {
  if ((await migrationsOf(databaseUrl)).length === 0) return good('rien à trouver encore');
  const behind = await searchBehind();
  if (behind === 0) return good('à jour');
  const says = `${behind} salons ou conversations en retard`;
  return behind > placesBehindAtMost ? look(says, 'démarrez Palabre : elle les rattrape, chaque minute') : good(says);
}

async function files({ env, storage }: Patient): Promise<Finding> {
  await (await storage()).check();
  return good(env.s3 ? `${env.s3.endpoint}/${env.s3.bucket} prend et rend un fichier` : 'le dossier prend un fichier');
}

async function mails({ env, post }: Patient): Promise<Finding> {
  if (!env.smtpUrl)
    return look('fichiers .eml dans DATA_DIR/outbox : rien ne part', 'donnez SMTP_URL pour que les codes arrivent');
  await post.check();
  return good(`${new URL(env.smtpUrl).host} prend le compte ; essayez : npm run doctor -- vous@exemple.fr`);
}

async function redis(url: string): Promise<Finding> {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    const began = performance.now();
    await client.ping();
    return good(`répond en ${Math.ceil(performance.now() - began)} ms`);
  } finally {
    client.disconnect();
  }
}

async function backups({ backups: asked, dataDir }: Env): Promise<Finding> {
  if (!asked)
    return look('aucune de nuit', 'donnez BACKUP_DIR ou BACKUP_S3_URL, ou lancez vous-même npm run backup -- FICHIER');
  const place = await openBackupPlace(asked);
  const [newest] = await place.list();
  if (!newest) return look('aucune encore', 'la première se fait la nuit prochaine');
  const ageMs = Date.now() - newest.atMs;
  const says = `la dernière du ${new Date(newest.atMs).toLocaleString('fr')}, ${sized(newest.size)}`;
  if (ageMs > backupDays * dayMs) return bad(says, 'voyez pourquoi dans le journal (« jobs », backups.nightly)');
  const here = asked.folder !== undefined && (await stat(asked.folder)).dev === (await stat(dataDir)).dev;
  return here ? look(`${says}, sur le même disque`, 'copiez-les ailleurs') : good(says);
}
