import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './setup.mjs';

const lookEveryMs = 500;

/**
 * Says whether this process was started under nohup. Node undoes the effect of nohup, so it is detected by other
 * traces: the name of the command set by the shell, and a standard input that cannot be read.
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

/** Says whether npm runs this very command, rather than a process that inherited the environment of npm. */
const startedByNpm = name =>
  process.env.npm_lifecycle_event === name && process.env.npm_package_json === join(root, 'package.json');

/**
 * Ends this process, as SIGTERM does, once the npm that started it is gone: killed, or hung up, which npm does not pass
 * on. Under nohup a hangup ends npm but is no reason to end the server.
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
    // Checked twice: a hangup that ended npm may be about to arrive here.
    if (gone || hungUp) clearInterval(timer);
    if (gone && !hungUp) process.kill(process.pid, 'SIGTERM');
    gone = true;
  }, lookEveryMs);
  timer.unref();
}
