import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A step that can't be done, said in one sentence. */
export class StepError extends Error {}

export const say = line => process.stdout.write(`${line}\n`);

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [, wantedMajor, wantedMinor] = /(\d+)\.(\d+)/.exec(readJson('package.json').engines.node).map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    throw new StepError(
      `Palabre a besoin de Node ${wantedMajor}.${wantedMinor} ou plus récent ; celui-ci est ${process.versions.node}.`,
    );
  }
}

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * What package-lock.json asks for and is not installed in that version, by npm's own record of what it installed.
 * Packages for other systems are not asked for; development ones only for development.
 */
function missing(development) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return ['tout'];
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, wanted]) => {
      if (path === '' || wanted.optional || wanted.devOptional || wanted.peer) return false;
      if (wanted.dev && !development) return false;
      return installed[path]?.version !== wanted.version || !existsSync(join(root, path));
    })
    .map(([path]) => path);
}

/**
 * Installs what is missing, in the lock file's versions. Not `npm ci`: it refuses a lock file that was made where the
 * registry has no packages of other systems, and installs all again for one that changed.
 */
export async function ensureDependencies({ development }) {
  const wanted = missing(development);
  if (wanted.length === 0) return;
  say(wanted[0] === 'tout' ? 'Installation des dépendances…' : `Installation de ${wanted.length} dépendances…`);
  const which = !development && process.env.NODE_ENV === 'production' ? '--omit=dev' : '--include=dev';
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const code = await command([...npm, 'install', '--no-save', '--no-audit', '--no-fund', which]);
  if (code !== 0) throw new StepError("L'installation des dépendances a échoué. Voyez le message de npm ci-dessus.");
  const still = missing(development);
  if (still.length > 0)
    throw new StepError(`npm n'a pas installé ${still.slice(0, 3).join(', ')} : relancez npm install.`);
}

/**
 * Runs a program to its end, without input, its output shown.
 * @returns its exit code; 1 when it could not run or was killed
 */
export function command([program, ...args], options = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && program === 'npm',
      ...options,
    });
    const forward = signal => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
    const end = code => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
      resolve(code ?? 1);
    };
    child.once('error', () => end(1));
    child.once('exit', end);
  });
}
