import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './setup.mjs';

const lookEveryMs = 500;

/**
 * Whether this was started under nohup. Node undoes its effect, in npm and here, so it must be known by its other
 * traces: the shell's name for the command, and an input that cannot be read.
 */
function underNohup() {
  if (basename(process.env._ ?? '') === 'nohup') return true;
  try {
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8')) ?? [];
    const writeOnly = 1;
    return (Number.parseInt(flags, 8) & 3) === writeOnly;
  } catch {
    return false;
  }
}

/** Whether npm runs this very command: not something that inherited npm's environment on its way here. */
const startedByNpm = name =>
  process.env.npm_lifecycle_event === name && process.env.npm_package_json === join(root, 'package.json');

/**
 * Ends this process as SIGTERM does when the npm that started it is gone without a word: killed, or hung up on, of
 * which npm tells nothing to what it runs. Under nohup a hangup takes npm along and is no reason to end.
 */
export function endWithNpm(name) {
  let hungUp = false;
  if (underNohup()) {
    process.on('SIGHUP', () => {
      hungUp = true;
    });
  }
  if (!startedByNpm(name)) return;
  const parent = process.ppid;
  let gone = false;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    // Seen twice: the hangup that took npm may be about to be heard here.
    if (gone || hungUp) clearInterval(timer);
    if (gone && !hungUp) process.kill(process.pid, 'SIGTERM');
    gone = true;
  }, lookEveryMs);
  timer.unref();
}
