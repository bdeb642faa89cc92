import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the bundler tells of a module. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const file = (path: string): string => {
  const found = join(import.meta.dirname, '..', path);
  if (!existsSync(found)) throw new Error(`web/vite/parts.ts names ${path}, which is not there`);
  return found;
};

/** There before anything is shown. */
const main = file('main.tsx');
const guest = file('app/parts/guest.ts');
const inside = file('app/parts/inside.ts');
/** What every channel fetches after its messages. */
const beside = file('features/workspaces/members/MembersPanel.tsx');
/** What hears what happens: fetched with the first channel, before its messages are there. */
const realtime = file('app/live/realtime.ts');
/** What opens over the page. */
const overlays = ['ui/overlays/overlays.ts', 'app/frame/Drawer.tsx'].map(file);

/** Files and all that they need at once. */
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
  /** By what is fetched when it is wanted: all that it needs. */
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
 * The page in few files, by what is used together. What only one of the parts that are fetched later needs is in that
 * part's own file (null: the bundler sees to it); this names the files of what several need.
 */
export function partOf(id: string, graph: Graph): string | null {
  known ??= read(graph);
  const { first, later } = known;
  const inGuest = later.get(guest)?.has(id) ?? false;
  const inInside = later.get(inside)?.has(id) ?? false;
  if (id === main) return null;
  // Packages are apart: an upgrade of Palabre mostly leaves them as they are.
  if (first.has(id) || (inGuest && inInside)) return id.includes('node_modules') ? 'packages' : 'first';
  // Whatever else needs what the shell needs is shown inside it: the shell is there already.
  if (inInside) return 'shell';
  const needed = [...later.values()].filter(all => all.has(id));
  if (later.get(realtime)?.has(id) && needed.length > 1 && !inGuest) return 'heard';
  if (overlays.some(overlay => later.get(overlay)?.has(id)) && !inGuest) return 'overlays';
  if (later.get(beside)?.has(id) && !inGuest) return 'members';
  if (later.has(id) || needed.length < 2) return null;
  // Nothing here needs what is in a file after its own: files that need each other would not run.
  return inGuest ? 'forms' : 'more';
}
