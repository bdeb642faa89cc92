import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './programs.ts';
import { command, root } from './setup.mjs';

const folder = join(root, '.cache', 'promtool');
const unpacked = join(folder, 'usr', 'bin', 'promtool');

/**
 * Finds promtool, which checks rules of Prometheus; takes it out of Debian's package when missing, without installing
 * the service. Undefined where that is not possible.
 */
export async function ensurePromtool(): Promise<string | undefined> {
  const found = findProgram(['promtool'], [unpacked]);
  if (found || !findProgram(['apt-get']) || !findProgram(['dpkg'])) return found;
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) await command(['apt-get', 'update', '-qq']);
  // As root, apt would give the download to an account that may not write here.
  await command(['apt-get', 'download', '-qq', '-o', 'APT::Sandbox::User=root', 'prometheus'], { cwd: folder });
  const archive = readdirSync(folder).find(name => name.endsWith('.deb'));
  if (archive) await command(['dpkg', '-x', archive, '.'], { cwd: folder });
  return existsSync(unpacked) ? unpacked : undefined;
}
