import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { claimPort } from '../server/platform/http/listening.ts';
import { root } from './setup.mjs';

/** Runs server and page side by side, each reloading when its files change. Ctrl+C, or the end of either, ends both. */
const claimed = await claimPort('127.0.0.1', Number(process.env.PORT || 3000));
await claimed.release();
const port = String(claimed.port);
const page = 'http://127.0.0.1:5173';
const script = (path: string) => join(root, 'node_modules', path);

const start = (args: string[], env: Record<string, string>, cwd = root): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });

const children = [
  start([script('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', '--exclude', './web/**', 'server/main.ts'], {
    PORT: port,
    PUBLIC_URL: process.env.PUBLIC_URL || page,
  }),
  start([script('vite/bin/vite.js'), '--port', '5173', '--strictPort'], { PALABRE_API_PORT: port }, join(root, 'web')),
];

const running = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
let stopping = false;
/** Stops both, once: a second signal would cut the clean stop of the server short. */
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  for (const child of children) if (running(child)) child.kill('SIGTERM');
};
// A terminal sends Ctrl+C to the children too.
process.on('SIGINT', () => {
  stopping = true;
});
process.on('SIGTERM', stop);
for (const child of children) {
  child.on('exit', code => {
    if (code) process.exitCode = code;
    stop();
  });
}
