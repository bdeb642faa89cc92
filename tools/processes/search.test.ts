import { api } from '@palabre/common/contract/index.ts';
import { expect, test, vi } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { start, usedDataFolder } from './palabre.ts';

test('a message posted just before a crash is found after the restart, even if nobody writes again', async () => {
  const dataDir = usedDataFolder();
  const before = await start(dataDir).ready();
  const body = { firstName: 'Camille', lastName: 'Moreau', email: 'c@exemple.fr', password: 'un mot de passe sûr' };
  const { token } = await new Client(before.url).ok(api.users.register, { body });
  const camille = new Client(before.url, token);
  const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier' } });
  const { message } = await camille.ok(api.messages.send, {
    body: { channelId: workspace.welcomeChannel, content: 'Le paratonnerre est posé.' },
  });
  before.kill('SIGKILL');
  expect(await before.end()).toBe('SIGKILL');

  const after = await start(dataDir).ready();
  const again = new Client(after.url, token);
  await vi.waitFor(
    async () => {
      const { results } = await again.ok(api.search.messages, { query: { q: 'paratonnerre' } });
      expect(results.map(found => found.message._id)).toEqual([message._id]);
    },
    { interval: 100, timeout: 20_000 },
  );
});

test('a message posted just before a stop is found as soon as Palabre is back', async () => {
  const dataDir = usedDataFolder();
  const before = await start(dataDir).ready();
  const body = { firstName: 'Karim', lastName: 'Benali', email: 'k@exemple.fr', password: 'un mot de passe sûr' };
  const { token } = await new Client(before.url).ok(api.users.register, { body });
  const karim = new Client(before.url, token);
  const { workspace } = await karim.ok(api.workspaces.create, { body: { title: 'Atelier' } });
  await karim.ok(api.messages.send, { body: { channelId: workspace.welcomeChannel, content: 'Le belvédère.' } });
  await before.stop();
  const after = await start(dataDir).ready();
  // Found at the first search: it was indexed before the end.
  const { results } = await new Client(after.url, token).ok(api.search.messages, { query: { q: 'belvédère' } });
  expect(results).toHaveLength(1);
});
