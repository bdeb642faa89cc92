import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command, say } from './setup.mjs';

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Finds the first program of these names on PATH, else the first executable of these paths. */
export function findProgram(names: readonly string[], elsewhere: readonly string[] = []): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap(folder => names.map(name => join(folder, name))), ...elsewhere].find(runs);
}

/** Finds a program; when root on Linux, installs its Debian packages if missing. Undefined when it is still missing. */
export async function findOrInstall(
  name: string,
  find: () => string | undefined,
  packages: readonly string[],
): Promise<string | undefined> {
  const found = find();
  if (found || process.getuid?.() !== 0 || process.platform !== 'linux') return found;
  say(`Installation de ${name}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await command(['apt-get', 'update', '-qq'], { env });
  await command(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  return find();
}
