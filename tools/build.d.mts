export function ensureWeb(): Promise<void>;
export function ensureServer(): Promise<void>;
