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

/** The first program of one of these names that PATH has, else the first of these paths that is one. */
export function findProgram(names: readonly string[], elsewhere: readonly string[] = []): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap(folder => names.map(name => join(folder, name))), ...elsewhere].find(runs);
}

/** The program, once Debian's packages are installed when there is none and we are root; undefined when there is still none. */
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
