import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, vi } from 'vitest';
import type { LogLine } from './log.ts';
import { holdOutputs } from './outputs.ts';

let runs = 0;

/**
 * Starts programs of the server within this process, in the tests of a file: their signals, their output and their exit
 * are the test's. What has not ended is ended after each test.
 */
export function programs() {
  /** All that the programs of a test write, and the codes with which they end. */
  let output: { said: string[]; complained: string[]; logged: string[]; codes: number[] };
  let spies: { mockRestore(): void }[];
  let letGo: () => void;
  /** Ends the programs of a test that have not ended yet. */
  let stops: (() => Promise<void>)[];
  /** Handler of the messages of the process that started this one, if a program has one. */
  let hearing: ((said: object) => void) | undefined;
  const umask = process.umask();

  beforeEach(() => {
    output = { said: [], complained: [], logged: [], codes: [] };
    stops = [];
    letGo = holdOutputs();
    const write = fs.writeSync as (...given: unknown[]) => number;
    const isLog = (fd: number, text: unknown) => fd === 2 && typeof text === 'string';
    spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation(text => output.said.push(String(text)) > 0),
      vi.spyOn(process.stderr, 'write').mockImplementation(text => output.complained.push(String(text)) > 0),
      // The log goes to the error output by its number.
      vi
        .spyOn(fs, 'writeSync')
        .mockImplementation(((fd: number, text: string, ...more: unknown[]) =>
          isLog(fd, text) ? output.logged.push(text) && Buffer.byteLength(text) : write(fd, text, ...more)) as never),
      vi.spyOn(process, 'exit').mockImplementation(((code: number) => void output.codes.push(code)) as never),
    ];
    syncBuiltinESMExports();
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    for (const spy of spies) spy.mockRestore();
    letGo();
    syncBuiltinESMExports();
    vi.unstubAllEnvs();
    process.umask(umask);
  });

  /** Starts a program of this folder with these variables; returns what is written and ends from then on, and its end. */
  async function started(variables: Record<string, string>, program: 'main' | 'worker' = 'main') {
    const from = { said: output.said.length, complained: output.complained.length, logged: output.logged.length };
    const ended = output.codes.length;
    const hears = new Map<string, (...given: unknown[]) => void>();
    const { on } = process;
    // These would hear of failures, signals and messages of the tests that follow.
    const listening = vi.spyOn(process, 'on').mockImplementation(((name: string, hear: never) => {
      if (!/^(un|SIG|message$)/.test(name)) return on.call(process, name, hear);
      hears.set(name, hear);
      if (name === 'message') hearing = hear;
      return process;
    }) as never);
    for (const [name, value] of Object.entries({ LOG_LEVEL: 'info', ...variables })) vi.stubEnv(name, value);
    const codes = () => output.codes.slice(ended);
    const stop = async () => {
      if (codes().length === 0) hears.get('SIGTERM')?.();
      await vi.waitUntil(() => codes().length > 0);
    };
    runs += 1;
    // A new module each time: importing the module of a program runs it.
    const path = `../${program}.ts?run=${runs}`;
    await import(/* @vite-ignore */ path);
    listening.mockRestore();
    stops.unshift(stop);
    const since = (what: keyof typeof from) => output[what].slice(from[what]).join('');
    const lines = () =>
      since('logged')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as LogLine);
    return { said: () => since('said'), complained: () => since('complained'), lines, codes, hears, stop };
  }

  return {
    started,
    /** Tells the program a message of the process that started it. */
    hear: (said: object) => hearing?.(said),
  };
}
