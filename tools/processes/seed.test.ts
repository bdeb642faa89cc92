import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { root } from '../setup.mjs';
import { start, usedDataFolder } from './palabre.ts';

async function seed(dataDir: string): Promise<string> {
  const run = promisify(execFile);
  const env = { ...process.env, DATA_DIR: dataDir };
  return (await run(process.execPath, [join(root, 'tools/start.mjs'), 'seed'], { cwd: root, env })).stdout;
}

test('the demo company is created once, beside a running server, and its people can log in and read', async () => {
  const dataDir = usedDataFolder();
  const server = await start(dataDir).ready();
  const said = await seed(dataDir);
  expect(said).toContain('sont installés');
  expect(await seed(dataDir)).toContain('La démonstration est déjà là.');

  const [, password = ''] = /Mot de passe de tous : (\S+)/.exec(said) ?? [];
  const nobody = new Client(server.url ?? '');
  const { token, user } = await nobody.ok(api.users.login, {
    body: { email: 'camille@atelier-tilleul.fr', password },
  });
  expect(user).toMatchObject({ firstName: 'Camille', jobTitle: 'Cheffe de projet' });
  const camille = new Client(server.url ?? '', token);
  const { workspaces } = await camille.ok(api.workspaces.mine, { params: { id: user._id } });
  expect(workspaces.map(({ title, membersCount }) => ({ title, membersCount }))).toEqual([
    { title: 'Atelier Tilleul', membersCount: 8 },
    { title: 'Maison Rivière', membersCount: 4 },
  ]);

  const { conversations } = await camille.ok(api.conversations.list, { params: { id: user._id } });
  expect(conversations.map(({ users }) => users.length).sort()).toEqual([2, 2, 3, 4]);
  expect(conversations.every(({ lastMessage }) => lastMessage !== null)).toBe(true);

  const { channels } = await camille.ok(api.channels.list);
  const pages = await Promise.all(
    channels.map(channel =>
      camille.ok(api.messages.page, { query: { channelId: channel._id, limit: 100 } }).then(page => page.messages),
    ),
  );
  expect(pages.flat().length).toBeGreaterThan(100);
  for (const messages of pages) {
    const times = messages.map(message => message.time);
    expect(times).toEqual([...times].sort());
    expect(times.every(time => time <= new Date().toISOString())).toBe(true);
    expect(messages.map(message => message.seq)).toEqual(messages.map((_, index) => index + 1));
  }
});
