/** Lazily imported modules that each kind of page needs as it opens, so that they are preloaded. */
export const openings = {
  guest: ['app/parts/guest.ts'],
  channel: ['app/parts/inside.ts', 'features/messages/text/markdown.ts'],
  conversations: ['app/parts/inside.ts', 'app/parts/conversations.ts', 'features/messages/text/markdown.ts'],
  workspaces: ['app/parts/inside.ts', 'features/workspaces/workspaces/DiscoverPage.tsx'],
  settings: ['app/parts/inside.ts', 'app/parts/settings.ts'],
  personal: ['app/parts/inside.ts', 'app/parts/personal.ts'],
  home: ['app/parts/inside.ts', 'app/home/HomePage.tsx'],
  english: ['locales/en/index.ts'],
};

/** A built file, with the fields that Vite's manifest and its bundle share. */
export interface BuiltFile {
  file: string;
  imports: string[];
  css: string[];
}

/** Collects the files of these modules and of all their static imports: scripts and stylesheets. */
export function closure(names: readonly string[], built: (name: string) => BuiltFile): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, imports, css } = built(name);
    files.add(file);
    imports.forEach(add);
    for (const sheet of css) files.add(sheet);
  };
  names.forEach(add);
  return files;
}
