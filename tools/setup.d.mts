import type { SpawnOptions } from 'node:child_process';

export const root: string;
export class StepError extends Error {}
export function say(line: string): void;
export function command(words: string[], options?: SpawnOptions & { heard?(text: string): void }): Promise<number>;
