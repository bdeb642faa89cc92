import { findRedis } from '../server/test/outside/redis.ts';
import { findOrInstall } from './programs.ts';
import { say } from './setup.mjs';

/** Installs Debian's Redis when missing and root; without Redis, the tests of several processes are skipped. */
export async function ensureRedis(): Promise<void> {
  if (await findOrInstall('Redis', findRedis, ['redis-server'])) return;
  say('Redis absent : les tests à plusieurs processus sont sautés (apt install redis-server).');
}
