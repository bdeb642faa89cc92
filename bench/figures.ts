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

/** Seconds of processor that a process has used so far, in hundredths. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

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
