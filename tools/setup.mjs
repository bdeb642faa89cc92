import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Error of a step, as one French sentence. */
export class StepError extends Error {}

/** Prints a line. */
export const say = line => process.stdout.write(`${line}\n`);

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Version and platform of a release (`npm run release`), which is built and has its packages; undefined in a clone. */
export const release = existsSync(join(root, 'release.json')) ? readJson('release.json') : undefined;

/** Checks the version of Node, and that a release is for this platform. */
export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [, wantedMajor, wantedMinor] = /(\d+)\.(\d+)/.exec(readJson('package.json').engines.node).map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    throw new StepError(
      `Palabre a besoin de Node ${wantedMajor}.${wantedMinor} ou plus récent ; celui-ci est ${process.versions.node}.`,
    );
  }
  const platform = `${process.platform}-${process.arch}`;
  if (release && release.platform !== platform)
    throw new StepError(`Cette archive est faite pour ${release.platform} ; il faut ici celle de ${platform}.`);
}

/**
 * Lists the packages of package-lock.json that are not installed in that version, by the record of npm. Packages for
 * other systems are skipped, and development packages unless asked for.
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

/** Interval of the line that reports that npm still works. */
const saidEveryMs = 15_000;
/** Timeouts of npm, which by default tries three times for five minutes each; variables set by the person win. */
const npmTimeouts = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_timeout: '20000',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
  npm_config_update_notifier: 'false',
};
/** Matches npm's errors when the registry cannot be reached. */
const outOfReach =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|FETCH_ERROR)\b/;

/** Says whether the registry answers, with the settings and proxy of npm; any answer counts. */
async function reaches(npm) {
  let said = '';
  await command([...npm, 'ping'], {
    env: { ...npmTimeouts, npm_config_fetch_timeout: '10000', ...process.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    heard: text => {
      said += text;
    },
  });
  return !outOfReach.test(said);
}

/**
 * Installs the missing packages in the versions of the lock file. Not `npm ci`: it refuses a lock file made where the
 * registry lacks packages of other systems, and reinstalls everything after a change.
 */
export async function ensureDependencies({ development }) {
  if (release) return;
  const wanted = missing(development);
  if (wanted.length === 0) return;
  const { host } = new URL(process.env.npm_config_registry || 'https://registry.npmjs.org');
  say(`Installation ${wanted[0] === 'tout' ? 'des' : `de ${wanted.length}`} dépendances, depuis ${host}…`);
  const which = !development && process.env.NODE_ENV === 'production' ? '--omit=dev' : '--include=dev';
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const reached = await reaches(npm);
  if (!reached) say('Le registre ne répond pas : essai avec ce que npm a gardé…');
  const since = performance.now();
  const patient = setInterval(() => {
    say(`… npm installe toujours, depuis ${Math.round((performance.now() - since) / 1000)} s.`);
  }, saidEveryMs);
  const install = [...npm, 'install', '--no-save', '--no-audit', '--no-fund', which, ...(reached ? [] : ['--offline'])];
  const code = await command(install, { env: { ...npmTimeouts, ...process.env } });
  clearInterval(patient);
  if (code !== 0 && !reached)
    throw new StepError(
      `Le registre npm (${host}) ne répond pas : vérifiez le réseau, le proxy et « npm config get registry », puis relancez. Sans réseau, copiez ici le dossier node_modules d'une installation de cette version faite ailleurs.`,
    );
  if (code !== 0) throw new StepError("L'installation des dépendances a échoué. Voyez le message de npm ci-dessus.");
  const still = missing(development);
  if (still.length > 0)
    throw new StepError(`npm n'a pas installé ${still.slice(0, 3).join(', ')} : relancez npm install.`);
}

/**
 * Runs a program to its end, without input, and shows its output; `heard` receives its piped error output.
 * @returns its exit code; 1 when it could not run or was killed
 */
export function command([program, ...args], { heard, ...options } = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && program === 'npm',
      ...options,
    });
    if (heard) child.stderr?.setEncoding('utf8').on('data', heard);
    const forward = signal => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
    const end = code => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
      resolve(code ?? 1);
    };
    child.once('error', () => end(1));
    child.once('close', end);
  });
}
