import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, test } from 'vitest';
import { commonPasswordsFile } from '../../server/platform/paths.ts';
import { Client } from '../../server/test/client.ts';
import { freePort } from '../../server/test/outside/free-port.ts';
import { atelierTalk } from '../demo.ts';
import { readImage } from '../dockerfile.ts';
import { findOrInstall, findProgram } from '../programs.ts';
import { root } from '../setup.mjs';
import { asRoot, dataFolder, run, start, untilReady } from './palabre.ts';
import { said, settle } from './someone.ts';

/** Folder of the archives, and of the one that is unpacked: outside the clone, and open to other accounts. */
let folder: string;
let unpacked: string;

/** Makes the release in a folder of its own; the name of the archive and its SHA-256, as told beside it. */
async function release(name: string) {
  const made = join(folder, name);
  await run({}, 'release', made);
  const [archive = '', ...others] = readdirSync(made).sort();
  expect(others).toEqual([`${archive}.sha256`]);
  execFileSync('sha256sum', ['--check', '--status', ...others], { cwd: made });
  return { archive: join(made, archive), sha256: readFileSync(join(made, `${archive}.sha256`), 'utf8') };
}

let made: Awaited<ReturnType<typeof release>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palabre-release-'));
  chmodSync(folder, 0o755);
  made = await release('first');
  execFileSync('tar', ['-xzf', made.archive], { cwd: folder });
  unpacked = join(folder, readdirSync(folder).find(name => name.startsWith('palabre-')) ?? '');
  return () => rmSync(folder, { recursive: true, force: true });
});

test('A release starts from an empty folder without a registry, keeps what is posted, and has backup, restore, doctor and admin', async () => {
  const DATA_DIR = join(dataFolder(), 'data');
  const HOME = join(dataFolder(), 'home');
  mkdirSync(HOME);
  // Nothing listens there: a request to a registry would fail.
  const variables = { DATA_DIR, HOME, npm_config_registry: `http://127.0.0.1:${await freePort()}/` };
  const server = await start(DATA_DIR, variables, { project: unpacked }).ready();
  await untilReady(server);
  const { channelId, token } = await settle(server.url);
  const page = await (await fetch(server.url)).text();
  const { version, packages, texts } = await new Client(server.url, token).ok(api.about.licences);
  expect(page).toContain(`<meta name="version" content="${version}">`);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'sharp', 'pg-types']));
  expect(existsSync(join(unpacked, relative(root, commonPasswordsFile)))).toBe(true);
  const fastify = packages.find(({ name }) => name === 'fastify');
  expect([fastify?.licence, texts[fastify?.texts[0] ?? -1]]).toEqual(['MIT', expect.stringMatching(/^MIT License/)]);
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect([await server.status(script), await server.status('/api/docs/page.css')]).toEqual([200, 200]);

  const command = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(unpacked, 'tools/start.mjs'), ...words], {
      cwd: folder,
      env: { ...process.env, ...variables, PUBLIC_URL: server.url },
    });
  const backup = join(HOME, 'palabre.tar');
  await command('backup', backup);
  expect((await command('restore', backup, '--verify')).stdout).toContain('Sauvegarde vérifiée, rien ne manque');
  expect((await command('doctor')).stdout).toMatch(/^✓ adresse/m);
  expect((await command('admin', 'camille@exemple.fr')).stdout).toContain('administre maintenant');
  await expect(command('seed')).rejects.toThrow('demande les sources');
  expect(await said(server.url, channelId)).toEqual(['Bonjour']);
  server.kill('SIGTERM');
  expect(await server.end()).toBe(0);
});

test('A release of another platform says which one it is for', async () => {
  const other = dataFolder();
  execFileSync('cp', ['-r', join(unpacked, 'tools'), join(unpacked, 'package.json'), other]);
  writeFileSync(join(other, 'release.json'), JSON.stringify({ version: '0', platform: 'lune-x64' }));
  const refused = start(dataFolder(), {}, { project: other });
  expect([await refused.end(), refused.errors]).toEqual([1, expect.stringContaining('faite pour lune-x64')]);
});

test('The same commit gives the same archive, with nothing of the person who made it', async () => {
  expect((await release('second')).sha256).toBe(made.sha256);
  const listed = execFileSync('tar', ['-tvzf', made.archive, '--numeric-owner'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(new Set(listed.map(line => line.split(/\s+/)[1]))).toEqual(new Set(['0/0']));
  expect(listed.filter(line => /\.test\.|\.sources$|\/data\//.test(line))).toEqual([]);
});

test('A release holds nothing that is for work on Palabre: no test, no sample data, no package of development', () => {
  // Comments of esbuild before each module give its path.
  const told = ['-rhoP', '^// \\K(server|common|tools|node_modules)/\\S+', 'server/dist'];
  const modules = execFileSync('grep', told, { cwd: unpacked, encoding: 'utf8' }).trim().split('\n');
  expect(modules).toEqual(expect.arrayContaining(['server/main.ts', 'common/contract/errors.ts']));
  const packages: Record<string, { dev?: true }> = JSON.parse(
    readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
  ).packages;
  const work = new Set(Object.keys(packages).filter(path => packages[path]?.dev));
  expect(work).toContain('node_modules/vitest');
  const packageOf = (path: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(unpacked, join(entry.parentPath, entry.name)));
  const own = [...modules, ...files].filter(path => !path.includes('node_modules/'));
  expect(
    own.filter(path => /\.(?:test|spec|bench)\.|(?:^|\/)(?:test|e2e|bench)\/|^tools\/(?:seed|demo)/.test(path)),
  ).toEqual([]);
  expect([...modules, ...files].filter(path => work.has(packageOf(path)))).toEqual([]);

  const [said] = atelierTalk.general;
  const sample = said?.text ?? '';
  expect(readFileSync(join(root, 'tools/demo.ts'), 'utf8')).toContain(sample);
  expect(files.filter(path => readFileSync(join(unpacked, path)).includes(sample))).toEqual([]);
});

const bwrap = asRoot ? await findOrInstall('bwrap', () => findProgram(['bwrap']), ['bubblewrap']) : undefined;
/** Base of the image: this system's programs and libraries, read-only, with the folders that a container has. */
const base = [
  // A server that a failed test leaves behind ends with bubblewrap.
  '--die-with-parent',
  ...[
    '--ro-bind',
    '/usr',
    '/usr',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    '--clearenv',
  ],
  ...['etc', 'node', 'opt'].flatMap(name => ['--perms', '0755', '--dir', `/${name}`]),
  ...['bin', 'lib', 'lib64'].flatMap(name => ['--symlink', `usr/${name}`, `/${name}`]),
];
const canContain = bwrap !== undefined && spawnSync(bwrap, [...base, '/bin/true']).status === 0;

/** Assembles the file tree that the Dockerfile describes, around a folder of data; the words that run a command in it. */
function container(data: string, port: number): { asRoot: string[]; asItsAccount: string[] } {
  const image = readImage();
  const { uid, gid } = image;
  chownSync(data, uid, gid);
  const etc = dataFolder();
  writeFileSync(join(etc, 'passwd'), `root:x:0:0::/root:/bin/sh\nnode:x:${uid}:${gid}::/home/node:/bin/sh\n`);
  const sources: Record<string, string> = { '/palabre': unpacked };
  const copied = image.copies.filter(({ to }) => to !== image.volume);
  const tree = [
    ...copied.flatMap(({ from, to }) => ['--ro-bind', sources[from] ?? `no source for ${from}`, to]),
    ...['--ro-bind', process.execPath, '/node/node', '--ro-bind', join(etc, 'passwd'), '/etc/passwd'],
    ...['--bind', data, image.volume, '--remount-ro', '/', '--chdir', image.folder],
    ...Object.entries({ ...image.env, PORT: `${port}`, LOG_LEVEL: 'warn', PATH: '/node:/usr/bin' }).flatMap(pair => [
      '--setenv',
      ...pair,
    ]),
  ];
  const drop = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--no-new-privs',
  ];
  const words = [bwrap ?? '', ...base, ...tree];
  return { asRoot: words, asItsAccount: [...words, ...drop] };
}

test.skipIf(!canContain)(
  'The file tree of the image starts on a read-only root, without rights, and its health check says when it serves (skipped without root and bubblewrap)',
  async () => {
    const { command, healthCheck, folder: inImage, volume } = readImage();
    const data = join(dataFolder(), 'data');
    mkdirSync(data, { mode: 0o700 });
    const within = container(data, await freePort());
    const ended = ([program = '', ...words]: string[], ...more: string[]) =>
      spawnSync(program, [...words, ...more], { encoding: 'utf8' });
    for (const path of [inImage, '/', '/usr'])
      expect(ended(within.asRoot, 'touch', join(path, 'x')).stderr).toContain('Read-only file system');
    expect(ended(within.asItsAccount, 'touch', join(volume, 'x')).status).toBe(0);
    expect(ended(within.asItsAccount, ...healthCheck)).toMatchObject({ status: 1, stderr: '' });

    const server = await start(data, {}, { command: [...within.asItsAccount, ...command] }).ready();
    await untilReady(server);
    expect(ended(within.asItsAccount, ...healthCheck).status).toBe(0);
    const { channelId } = await settle(server.url);
    const palabre = (...words: string[]) => ended(within.asItsAccount, ...command, ...words);
    expect(palabre('backup', join(volume, 'palabre.tar')).stdout).toContain('Sauvegarde écrite');
    expect(palabre('restore', join(volume, 'palabre.tar'), '--verify').stdout).toContain('rien ne manque');
    expect(await said(server.url, channelId)).toEqual(['Bonjour']);
    // Not to bubblewrap, which would end alone.
    process.kill(server.server as number, 'SIGTERM');
    expect([await server.end(), server.errors]).toEqual([0, '']);
  },
);
