import type { BuildOptions } from 'esbuild';

export const external: readonly string[];
export const bundling: BuildOptions;
export function ensureWeb(): Promise<void>;
export function ensureServer(): Promise<void>;
