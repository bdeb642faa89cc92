import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The bundler's module graph. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const file = (path: string): string => {
  const found = join(import.meta.dirname, '..', path);
  if (!existsSync(found)) throw new Error(`web/vite/chunks.ts names ${path}, which is not there`);
  return found;
};

/** Entry of the page, loaded before anything is shown. */
const main = file('main.tsx');
const guest = file('app/parts/guest.ts');
const inside = file('app/parts/inside.ts');
/** Module that every channel loads after its messages. */
const beside = file('features/workspaces/members/MembersPanel.tsx');
/** Realtime module, loaded with the first channel, before its messages. */
const realtime = file('app/live/realtime.ts');
/** Modules of layers over the page. */
const overlays = ['ui/overlays/overlays.ts', 'app/frame/Drawer.tsx'].map(file);

/** Collects modules and all their static imports. */
function reached(from: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

interface Reach {
  first: Set<string>;
  /** Modules that each lazily imported module reaches. */
  later: Map<string, Set<string>>;
}

function read(graph: Graph): Reach {
  const first = reached([main], graph);
  const later: Reach['later'] = new Map();
  const look = (ids: Iterable<string>) => {
    for (const id of ids) {
      for (const entry of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (later.has(entry)) continue;
        later.set(entry, reached([entry], graph));
        look(later.get(entry) ?? []);
      }
    }
  };
  look(first);
  return { first, later };
}

let known: Reach | undefined;

/**
 * Names the chunk of a module, so that the page has few files, each used as a whole. A module that only one lazy chunk needs
 * stays in that chunk (null: the bundler decides); modules that several chunks need are grouped here.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  known ??= read(graph);
  const { first, later } = known;
  const inGuest = later.get(guest)?.has(id) ?? false;
  const inInside = later.get(inside)?.has(id) ?? false;
  if (id === main) return null;
  // Packages have a chunk of their own, since most upgrades of Palabre leave them unchanged in the browser's cache.
  if (first.has(id) || (inGuest && inInside)) return id.includes('node_modules') ? 'packages' : 'first';
  // Other chunks that need these modules are shown inside the shell, which is loaded by then.
  if (inInside) return 'shell';
  const needed = [...later.values()].filter(all => all.has(id));
  if (later.get(realtime)?.has(id) && needed.length > 1 && !inGuest) return 'heard';
  if (overlays.some(overlay => later.get(overlay)?.has(id)) && !inGuest) return 'overlays';
  if (later.get(beside)?.has(id) && !inGuest) return 'members';
  if (later.has(id) || needed.length < 2) return null;
  // No chunk may depend on a chunk named after it here: chunks that import each other would not run.
  return inGuest ? 'forms' : 'more';
}
