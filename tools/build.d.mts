export const external: readonly string[];
export function ensureWeb(): Promise<void>;
export function ensureServer(): Promise<void>;
