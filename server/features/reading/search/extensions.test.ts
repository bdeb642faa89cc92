import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { launchPalabre } from '../../../../tools/launch.ts';
import { Client } from '../../../test/client.ts';
import { testDatabase } from '../../../test/outside/postgres.ts';

/** Starts a Palabre process on an empty database, once `prepare` has run there. */
async function start(prepare: string) {
  const [dataDir, url] = [await mkdtemp(join(tmpdir(), 'palabre-extensions-')), await testDatabase({ empty: true })];
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(prepare);
  await admin.end();
  const launched = launchPalabre({
    variables: { HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' },
  });
  onTestFinished(async () => {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return launched.ready();
}

/** SQL of a server that has no extension, or lets nobody install one. */
const refuse = `
  CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE insufficient_privilege;
  END $$;
  CREATE EVENT TRIGGER no_extensions ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION refuse()`;

test('a server without the extensions says so at the start, and search still finds words', async () => {
  const palabre = await start(refuse);
  await vi.waitFor(() => expect(palabre.output).toMatch(/recherche +sans unaccent ni pg_trgm/));
  const body = { firstName: 'Camille', lastName: 'Moreau', email: 'c@exemple.fr', password: 'un mot de passe sûr' };
  const camille = new Client(palabre.url, (await new Client(palabre.url).ok(api.users.register, { body })).token);
  const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier' } });
  const { message } = await camille.ok(api.messages.send, {
    body: { channelId: workspace.welcomeChannel, content: 'Les livraisons de béton sont reportées.' },
  });
  const find = async (q: string) => (await camille.ok(api.search.messages, { query: { q } })).results;
  await vi.waitFor(async () => expect(await find('livraison')).toHaveLength(1), { interval: 50 });
  for (const q of ['beton', 'BÉTON', 'reporté', 'livrai', 'vraiso', '"livraisons de béton"']) {
    expect([q, (await find(q)).map(one => one.message._id)]).toEqual([q, [message._id]]);
  }
  expect(await find('mortier')).toEqual([]);
});

test('a server with the extensions says nothing', async () => {
  const palabre = await start('SELECT 1');
  await vi.waitFor(() => expect(palabre.output).toMatch(/processus/));
  expect(palabre.output).not.toContain('recherche');
});
