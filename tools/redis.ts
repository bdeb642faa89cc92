import { findRedis } from '../server/test/redis.ts';
import { command, say } from './setup.mjs';

/** Installs Debian's Redis when there is none and we are root; without it, the tests of several processes are skipped. */
export async function ensureRedis(): Promise<void> {
  if (findRedis()) return;
  if (process.getuid?.() === 0 && process.platform === 'linux') {
    say('Installation de Redis…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await command(['apt-get', 'update', '-qq'], { env });
    await command(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { env });
    if (findRedis()) return;
  }
  say('Redis absent : les tests à plusieurs processus sont sautés (apt install redis-server).');
}
