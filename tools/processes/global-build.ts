import { ensureServer, ensureWeb } from '../build.mjs';

/** Builds once, before the processes of all files are started; what can't be built fails their tests, not the run. */
export default async function setup(): Promise<void> {
  for (const build of [ensureWeb, ensureServer]) {
    await build().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
}
