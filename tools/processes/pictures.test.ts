import { readdirSync, readFileSync } from 'node:fs';
import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { parentOf } from '../../server/platform/processes/running.ts';
import { Client } from '../../server/test/client.ts';
import { picture } from '../../server/test/picture.ts';
import { Running, start, usedDataFolder } from './palabre.ts';

/** Lists the picture processes of a server. */
function picturesOf(server: number): Running[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && parentOf(pid) === server)
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process');
      } catch {
        return false;
      }
    })
    .map(pid => new Running(pid));
}

test('the picture process of a server ends with it, even by SIGKILL', async () => {
  const dataDir = usedDataFolder();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const running = await start(dataDir).ready();
    const body = {
      firstName: 'Inès',
      lastName: 'Ortega',
      email: `${signal}@exemple.fr`,
      password: 'un mot de passe sûr',
    };
    const register = { body, image: { bytes: await picture(), name: 'a.png' } };
    const { newUser } = await new Client(running.url).ok(api.users.register, register);
    expect(newUser.avatar).toMatch(/^\/api\/file\//);
    const [pictures, ...others] = picturesOf(running.pid);
    expect([pictures?.runs, others]).toEqual([true, []]);
    await running.stop(signal);
    await pictures?.ended();
  }
});
