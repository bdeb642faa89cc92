import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command, root, say } from './setup.mjs';

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Finds the first program with one of these names on PATH, else the first executable among these paths. */
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

/**
 * Finds a program; when it is missing, extracts it from its Debian package, without installing the services that the
 * package would start. Undefined where that is not possible.
 * @param path path of the program in the package
 */
export async function findOrUnpack(name: string, packageName: string, path: string): Promise<string | undefined> {
  const folder = join(root, '.cache', name);
  const unpacked = join(folder, path);
  const found = findProgram([name], [unpacked]);
  if (found || !findProgram(['apt-get']) || !findProgram(['dpkg'])) return found;
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) await command(['apt-get', 'update', '-qq']);
  // When root runs apt, it would give the download to an account that may not write here.
  await command(['apt-get', 'download', '-qq', '-o', 'APT::Sandbox::User=root', packageName], { cwd: folder });
  const archive = readdirSync(folder).find(file => file.endsWith('.deb'));
  if (archive) await command(['dpkg', '-x', archive, '.'], { cwd: folder });
  return existsSync(unpacked) ? unpacked : undefined;
}
