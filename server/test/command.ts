import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { vi } from 'vitest';

let runs = 0;

/**
 * Runs a terminal command with these variables and words; returns its exit code, its output, and the priority
 * and the umask that it chose.
 */
export async function run(
  command: 'admin' | 'backup' | 'doctor' | 'restore',
  variables: Record<string, string>,
  ...words: string[]
) {
  let said = '';
  const hear = (text: unknown) => {
    said += String(text);
    return true;
  };
  // Of a process of its own.
  const hurried = vi.spyOn(os, 'setPriority').mockImplementation(() => {});
  syncBuiltinESMExports();
  // By hand: a spy that ends would end those of a program that is started as well.
  const written = [process.stdout, process.stderr].map(output => ({ output, write: output.write }));
  for (const { output } of written) output.write = hear;
  const { exitCode, argv } = process;
  const umask = process.umask();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  process.argv = [...argv.slice(0, 2), command, ...words];
  runs += 1;
  // A new module each time: importing the command's module runs it.
  const program = `../${command}.ts?run=${runs}`;
  try {
    await import(/* @vite-ignore */ program);
    return { said, code: process.exitCode, priority: hurried.mock.calls, umask: process.umask() };
  } finally {
    for (const { output, write } of written) output.write = write;
    hurried.mockRestore();
    syncBuiltinESMExports();
    vi.unstubAllEnvs();
    process.umask(umask);
    Object.assign(process, { exitCode, argv });
  }
}
