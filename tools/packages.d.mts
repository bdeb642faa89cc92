export function packageFolders(names: readonly string[], from?: string): string[];
