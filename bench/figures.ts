import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { say } from '../tools/setup.mjs';
import { whereThingsRun } from './cores.ts';

/** The value below which a share of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** p50, p95 and p99 of times in milliseconds, as a bench prints them. */
export const spread = (ms: readonly number[]): string =>
  [0.5, 0.95, 0.99].map(share => quantile(ms, share).toFixed(1)).join(' / ');

export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** The numbers of `/proc/PID/stat` that follow the name: user and system time are the twelfth and thirteenth. */
const statOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number);

/** Seconds of processor that a process has used so far, in hundredths. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13);
  return (user + system) / 100;
}

/** The same of a PostgreSQL: its main process, those it has now, and those it has had. */
export function postgresCpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const [reapedUser = 0, reapedSystem = 0] = statOf(pid).slice(13, 15);
  return (reapedUser + reapedSystem) / 100 + [pid, ...children].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

/** Memory that a process holds at this moment (RSS), in bytes. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Prints rows as a Markdown table, the first one being its head. */
export function table(title: string, [head = [], ...rows]: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  say(['', `## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

/** A noisy machine makes figures wrong: says how busy this one is before anything runs, and what runs where. */
export function sayMachine(): void {
  const load = loadavg()[0]?.toFixed(2);
  say(`${cpus().length} cores, load average ${load} before the run, Node ${process.versions.node}; ${whereThingsRun}`);
}
