import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../server/platform/paths.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { migrate } from '../../server/platform/postgres/migrate.ts';
import { hashPassword } from '../../server/platform/sessions/passwords.ts';
import { Client } from '../../server/test/client.ts';
import { dataFolder, run, start, until, untilReady, usedDataFolder } from './palabre.ts';
import { said, someone } from './someone.ts';

/** Migrations of the first installable version. */
const oldest = ['0001_spine.sql', '0002_people_search.sql'];

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [camille, karim, atelier, general, direction, role] = [1, 2, 3, 4, 5, 6].map(id);

/** Two people in a workspace with a public and a private channel, as that version stored them. */
const people = `
INSERT INTO users (id, first_name, last_name, email, password_hash, admin, job_title) VALUES
  ('${camille}', 'Camille', 'Moreau', '${someone.email}', $1, true, 'Cheffe de projet'),
  ('${karim}', 'Karim', 'Benali', 'karim@exemple.fr', $1, false, NULL)`;
const rest = `
BEGIN;
INSERT INTO places (id, kind, room, seq) VALUES
  ('${general}', 'channel', 'workspace:${atelier}', 4), ('${direction}', 'channel', 'channel:${direction}', 1);
INSERT INTO workspaces (id, title, tags, welcome_channel, members_count) VALUES
  ('${atelier}', 'Atelier Tilleul', '{chantier}', '${general}', 2);
INSERT INTO channels (id, workspace_id, title, visibility, position) VALUES
  ('${general}', '${atelier}', 'général', 'public', 0), ('${direction}', '${atelier}', 'direction', 'private', 1);
INSERT INTO workspace_members (workspace_id, user_id, owner) VALUES
  ('${atelier}', '${camille}', true), ('${atelier}', '${karim}', false);
INSERT INTO roles (id, workspace_id, name, rank) VALUES ('${role}', '${atelier}', 'Conduite', 0);
INSERT INTO role_users VALUES ('${role}', '${atelier}', '${karim}');
INSERT INTO invites (id, workspace_id, code, hours, created_by) VALUES ('${id(7)}', '${atelier}', 'ABCD2345', 24, '${camille}');
INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at, updated, deleted_at) VALUES
  ('${id(11)}', '${general}', 1, 1, '${camille}', 'Le béton arrive à dix heures.', now() - interval '4 days', false, NULL),
  ('${id(12)}', '${general}', 2, 4, '${karim}', 'Bien reçu !', now() - interval '3 days', true, NULL),
  ('${id(13)}', '${general}', 3, 3, '${karim}', '', now() - interval '2 days', false, now()),
  ('${id(14)}', '${direction}', 1, 1, '${camille}', 'La prime de décembre', now() - interval '1 day', false, NULL);
INSERT INTO notifications (id, user_id, type, content, link, actor_id) VALUES
  ('${id(21)}', '${karim}', 'invite', 'Atelier Tilleul', '/Invite/ABCD2345', '${camille}');
COMMIT`;

/** Runs statements one after the other. */
async function ask(url: string, ...statements: [string, unknown[]?][]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const [text, values] of statements) await client.query(text, values);
  await client.end();
}

/** Creates a data folder as that version left it. */
async function oldFolder(): Promise<string> {
  const dataDir = usedDataFolder();
  const folder = dataFolder();
  for (const name of oldest) copyFileSync(join(migrationsFolder, name), join(folder, name));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await ask(postgres.urlOf('postgres'), ['DROP DATABASE palabre'], ['CREATE DATABASE palabre']);
  await migrate(postgres.url, folder);
  await ask(postgres.url, [people, [await hashPassword(someone.password)]], [rest]);
  await postgres.stop();
  return dataDir;
}

test('data of the first version are kept by an upgrade, even an interrupted one', async () => {
  const dataDir = await oldFolder();
  const cut = start(dataDir);
  await until('PostgreSQL at work', () => cut.postgres);
  cut.kill('SIGKILL');
  await cut.end();

  const running = await start(dataDir).ready();
  await untilReady(running);
  expect(await said(running.url, general as string)).toEqual(['Le béton arrive à dix heures.', 'Bien reçu !']);
  expect(await said(running.url, direction as string)).toEqual(['La prime de décembre']);
  const login = { email: 'karim@exemple.fr', password: someone.password };
  const { token, user } = await new Client(running.url).ok(api.users.login, { body: login });
  const client = new Client(running.url, token);
  const { workspaces } = await client.ok(api.workspaces.mine, { params: { id: user._id } });
  expect(workspaces).toMatchObject([{ title: 'Atelier Tilleul', membersCount: 2 }]);
  const { channels } = await client.ok(api.channels.list);
  expect(channels.map(({ title }) => title)).toEqual(['général']);
  const { notifications } = await client.ok(api.notifications.list);
  expect(notifications.map(({ type }) => type)).toEqual(['invite']);
  const { message } = await client.ok(api.messages.send, {
    body: { channelId: general as string, content: 'Toujours là.' },
  });
  expect([message.position, message.seq]).toEqual([5, 5]);

  running.kill('SIGKILL');
  await running.end();
  const again = await start(dataDir).ready();
  expect(await said(again.url, general as string)).toEqual([
    'Le béton arrive à dix heures.',
    'Bien reçu !',
    'Toujours là.',
  ]);
});

test('An upgrade backs the database up first, and its way back leads to what was there before', async () => {
  const dataDir = await oldFolder();
  const running = await start(dataDir).ready();
  const [, way = ''] = /npm run restore -- (\S+)/.exec(running.output) ?? [];
  expect(way).toMatch(/backups\/avant-0003_presence\.tar$/);
  const { token } = await new Client(running.url).ok(api.users.login, { body: someone });
  await new Client(running.url, token).ok(api.messages.send, {
    body: { channelId: general as string, content: 'Écrit après' },
  });
  await running.stop();
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-apres'));
  await run({ DATA_DIR: dataDir }, 'restore', way);
  const postgres = await startEmbeddedPostgres({ dataDir });
  await ask(postgres.url, [`UPDATE messages SET content = 'Écrit par la version d’avant' WHERE id = '${id(12)}'`]);
  await postgres.stop();
  const again = await start(dataDir).ready();
  const kept = ['Le béton arrive à dix heures.', 'Écrit par la version d’avant'];
  expect(await said(again.url, general as string)).toEqual(kept);
  await again.stop();
  // The second upgrade made a backup of its own.
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-encore'));
  await run({ DATA_DIR: dataDir }, 'restore', way);
  const back = await start(dataDir).ready();
  expect(await said(back.url, general as string)).toEqual(kept);
  await back.stop();
  expect((await start(dataDir).ready()).output).not.toContain('avant-');
});

test('migrations of the first version keep their names', () => {
  expect(
    readdirSync(migrationsFolder)
      .filter(name => name.endsWith('.sql'))
      .sort()
      .slice(0, 2),
  ).toEqual(oldest);
});
