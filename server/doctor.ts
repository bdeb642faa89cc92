import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readEnv } from './env.ts';
import { placesBehind } from './features/reading/search/indexer.store.ts';
import { examine, lineOf } from './platform/doctor/finding.ts';
import { subjects } from './platform/doctor/subjects.ts';
import { createStorage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { writeLetter } from './platform/mail/letter.ts';
import { createPost, type Post } from './platform/mail/post.ts';
import { createDatabase } from './platform/postgres/db.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { runCommand } from './platform/processes/command.ts';
import { StartError } from './platform/processes/start-error.ts';

const letter = {
  language: 'fr',
  subject: 'Palabre sait vous écrire',
  title: 'Palabre sait vous écrire',
  paragraphs: ['Cet e-mail a été demandé par npm run doctor : les codes et les avis partiront aussi.'],
  facts: [],
  closing: [],
} as const;

/**
 * Command `npm run doctor`: checks the installation and its surroundings, and writes a line for each check, with
 * advice; with an address, sends a mail to it. Exits with 1 when a check fails.
 */
async function main(): Promise<void> {
  const given = process.argv[3];
  const to = z.email().optional().safeParse(given);
  if (!to.success) throw new StartError('Donnez une adresse e-mail, ou rien : npm run doctor -- vous@exemple.fr');
  const env = readEnv(process.env);
  const logger = createLogger('silent');
  const opened = await openDatabase(env, { migrated: false });
  const database = createDatabase(opened.url, { max: 2 });
  const post = createPost(env, logger);
  try {
    const { pool } = database;
    const patient = {
      ...{ env, pool, databaseUrl: opened.url, post },
      storage: () => createStorage(env, logger),
      searchBehind: async () => (await placesBehind(pool)).length,
    };
    const failed = new Set<string>();
    for (const subject of subjects(patient)) {
      if (subject.needs && failed.has(subject.needs)) continue;
      const found = await examine(subject);
      process.stdout.write(lineOf(subject.name, found));
      if (found.state === 'bad') failed.add(subject.name);
    }
    if (failed.size > 0) process.exitCode = 1;
    if (to.data) await sendTo(to.data, post, env);
  } finally {
    await database.close();
    await opened.close();
  }
}

async function sendTo(to: string, post: Post, env: ReturnType<typeof readEnv>): Promise<void> {
  const messageId = `<${randomUUID()}@${new URL(env.publicUrl).hostname}>`;
  const sent = async () => {
    await post.send({ to, messageId, ...writeLetter(letter, env) });
    const says = env.smtpUrl ? `parti vers ${to}` : 'écrit dans DATA_DIR/outbox';
    return { state: 'good' as const, says };
  };
  const found = await examine({ name: '', look: sent, todo: 'voyez SMTP_URL et MAIL_FROM' });
  process.stdout.write(lineOf('e-mail d’essai', found));
  if (found.state === 'bad') process.exitCode = 1;
}

await runCommand(main);
