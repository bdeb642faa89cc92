// Entry point of `npm start`, `npm test` and the others. Plain Node, since it must run before anything is installed.
import * as modules from 'node:module';
import { resolve } from 'node:path';
import { ensureServer, ensureWeb } from './build.mjs';
import { endWithNpm } from './parent.mjs';
import { ensureDependencies, ensureNode, release, root, StepError } from './setup.mjs';

const commands = {
  start: async () => {
    await ensureDependencies({ development: false });
    await Promise.all([ensureWeb(), ensureServer()]);
    modules.enableCompileCache?.();
    // In this process, so that stopping it stops the server.
    await import('../server/dist/main.js');
  },
  dev: () => developed('./dev.ts'),
  test: () => developed('./test.ts'),
  'test:all': () => developed('./test.ts'),
  check: () => developed('./check.ts'),
  seed: () => developed('./seed.ts'),
  release: () => developed('./release.ts'),
  admin: () => built('admin.js'),
  backup: () => built('backup.js'),
  restore: () => built('restore.js'),
  doctor: () => built('doctor.js'),
  bench: () => developed('../bench/run.ts'),
};

/** Runs a command of the built server. */
async function built(script) {
  await ensureDependencies({ development: false });
  await ensureServer();
  await import(`../server/dist/${script}`);
}

async function developed(script) {
  if (release)
    throw new StepError('Cette commande demande les sources de Palabre : elle n’est pas dans une archive livrée.');
  await ensureDependencies({ development: true });
  const { register } = await import('tsx/esm/api');
  register();
  await import(script);
}

// Folders are relative to the person's working directory; by default the data are in the folder of the project.
for (const name of ['DATA_DIR', 'BACKUP_DIR'])
  if (process.env[name]) process.env[name] = resolve(process.env.INIT_CWD ?? process.cwd(), process.env[name]);
process.chdir(root);

const name = process.argv[2] ?? 'start';
endWithNpm(name);
try {
  ensureNode();
  const command = commands[name];
  if (!command) throw new StepError(`Commande inconnue : ${name}. Connues : ${Object.keys(commands).join(', ')}.`);
  await command();
} catch (error) {
  if (error instanceof StepError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error.stack ?? error}\n`);
  process.exit(1);
}
