import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { say } from '../../tools/setup.mjs';
import { whereThingsRun } from './cores.ts';

/** Returns the quantile: the value below which the given share of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the median. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Formats p50, p95 and p99 of times in milliseconds. */
export const spread = (ms: readonly number[]): string =>
  [0.5, 0.95, 0.99].map(share => quantile(ms, share).toFixed(1)).join(' / ');

/** Formats a rounded number with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Reads the fields of `/proc/PID/stat` after the name; indexes 11 and 12 are user and system time. */
const statOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number);

/** Returns the CPU seconds that a process has used so far, to a hundredth. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13);
  return (user + system) / 100;
}

/** Lists the current children of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Returns the CPU seconds of a process, of its current children, and of its ended children. */
export function familyCpuSeconds(pid: number): number {
  const [reapedUser = 0, reapedSystem = 0] = statOf(pid).slice(13, 15);
  return (reapedUser + reapedSystem) / 100 + [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

/** Returns a process's resident memory (RSS), in bytes. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Prints rows as a Markdown table; the first row is the head. */
export function table(title: string, [head = [], ...rows]: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  say(['', `## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

/** Prints the machine's load before the run, since a busy machine makes figures wrong, and the use of cores. */
export function sayMachine(where = whereThingsRun): void {
  const load = loadavg()[0]?.toFixed(2);
  say(`${cpus().length} cores, load average ${load} before the run, Node ${process.versions.node}; ${where}`);
}
