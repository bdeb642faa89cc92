import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { floors } from './floors.ts';
import { root } from './setup.mjs';

/** Source file, with its path from the root of the project. */
export interface Source {
  path: string;
  text: string;
}

/** Line limit of a file. */
export const lineLimit = 300;
/** Line limit of a test or a journey, higher than a source's: tests of one setup stay together. */
export const testLineLimit = 420;

const statement = /(?:^|\n)\s*(?:import|export)\s+(?:type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"\n]+)['"]/g;
const call = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/**
 * Lists the imports and re-exports of a file, static and dynamic: paths from the root for our own files, else packages.
 */
export function importsOf({ path, text }: Source): string[] {
  const resolve = (name: string): string => {
    if (name.startsWith('.')) return normalize(join(dirname(path), name));
    return name.replace(/^@palabre\/(common|server|web)\b/, '$1');
  };
  return [
    ...[...text.matchAll(statement)].map(([, name = '']) => resolve(name)),
    ...[...text.matchAll(call)].map(([, name = '']) => resolve(name)),
  ];
}

const within = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`);
/** Returns the floor of a file of a feature; -1 for an unlisted feature, undefined outside features. */
function floorOf(path: string): number | undefined {
  const [, rest] = /^(?:server|web)\/features\/(.+)/.exec(path) ?? [];
  return rest === undefined ? undefined : floors.findIndex(floor => rest.startsWith(`${floor}/`));
}
const isOpen = (path: string): boolean => path.includes(`/features/${floors[floorOf(path) ?? -1]}/open/`);
const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path);
const sql =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|with)\(\s*['"]|\bsql(<[^>]*>)?`|\.query(<[^(]*>)?\(\s*(\{|[`'"](?!SELECT 1['"`]))/;
const maySql = (path: string) => /\.store\.ts$|^server\/platform\/(access|postgres)\/|^server\/migrations\//.test(path);

/** Matches a right decided in place; showing a standing (`facts.isOwner && <Tag>`) is allowed. */
const right = /!\s*[\w.]+\.isOwner\b|\.isOwner\s*\|\||\bbestRank\(|\.rank\s*[<>]|(?<!=\s*\w+)\.creator\s*(?:&&|\|\|)/;

/** Matches uses of the default locale: for order, case, numbers or dates. */
const machine =
  /\.localeCompare\((?:[^(),]|\([^()]*\))*\)|\.toLocale\w+\(\s*\)|\bIntl\.(?!DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone)\w+\(\s*(?:\)|undefined\b|\[\s*\])/;

/** Matches citations of documents outside the repository. */
const elsewhere = /\bspec [12] §|\b(?:contract|design|product|quality|threats|references)\.md\b|\bthe specification\b/i;

type Rule = (source: Source, imports: string[]) => string[];

/** Rules; each message names the alternative to use. */
const rules: Rule[] = [
  ({ path }, imports) =>
    within('common')(path) && !isTest(path)
      ? imports
          .filter(target => !within('common')(target) && target !== 'zod' && !target.startsWith('zod/'))
          .map(target => `imports ${target}: common/ is pure and takes nothing but zod; put this in server/ or web/`)
      : [],
  ({ path }, imports) =>
    within('web')(path)
      ? imports
          .filter(target => within('server')(target))
          .map(target => `imports ${target}: the page knows the server by common/contract only`)
      : [],
  ({ path }, imports) =>
    within('server')(path)
      ? imports
          .filter(target => within('web')(target))
          .map(target => `imports ${target}: the server never knows the page; move what both need to common/`)
      : [],
  ({ path }, imports) =>
    (within('web/ui')(path) || within('web/platform')(path)) && !isTest(path)
      ? imports
          .filter(target => within('web/features')(target) || within('web/app')(target))
          .map(
            target => `imports ${target}: web/ui and web/platform serve every feature and know none; pass it as a prop`,
          )
      : [],
  ({ path }, imports) =>
    within('web')(path) && path !== 'web/main.tsx' && !isTest(path)
      ? imports
          .filter(target => target === 'react-dom/client')
          .map(
            target =>
              `imports ${target}: the page has one root (web/ui/overlays/Beside.tsx says why); show it from there`,
          )
      : [],
  ({ path }, imports) =>
    within('server/platform')(path) && !isTest(path)
      ? imports
          .filter(target => within('server/features')(target))
          .map(
            target => `imports ${target}: server/platform serves every feature and knows none; let app.ts hand it over`,
          )
      : [],
  ({ path }, imports) =>
    path !== 'server/platform/sessions/secrets.ts' && !isTest(path)
      ? imports
          .filter(target => target === 'server/platform/sessions/secret-box.ts')
          .map(target => `imports ${target}: Secrets alone knows the secret and the one before; ask services.secrets`)
      : [],
  ({ path }, imports) =>
    path === 'server/app.ts'
      ? imports
          .filter(target => within('server/features')(target))
          .map(target => `imports ${target}: let the feature say it in its X.feature.ts`)
      : [],
  ({ path }) => (floorOf(path) === -1 ? ['is of no feature: name it in tools/floors.ts'] : []),
  ({ path }, imports) => {
    const own = floorOf(path);
    if (own === undefined || isTest(path)) return [];
    return imports.flatMap(target => {
      if (within('web/app')(target)) {
        return [
          `imports ${target}: a feature knows nothing of the shell; move what both need to web/platform or web/ui`,
        ];
      }
      const floor = floorOf(target);
      if (floor === undefined || floor === own) return [];
      if (!isOpen(target)) return [`imports ${target}: of another feature only what lies in its open/ folder is used`];
      return floor > own
        ? [`imports ${target}: tools/floors.ts has that feature above its own; move what both need below`]
        : [];
    });
  },
  ({ path, text }) =>
    within('server')(path) && !isTest(path) && !maySql(path) && sql.test(text)
      ? ['holds SQL: it belongs in a .store.ts beside it, or in server/platform/access/ when it guards a record']
      : [],
  ({ path, text }) =>
    floorOf(path) !== undefined && !isTest(path) && !maySql(path) && right.test(text)
      ? ['judges an owner, a rank or a creator role: say it in common/permissions/can.ts, for the server and the page']
      : [],
  ({ path, text }) =>
    !isTest(path) && !within('e2e')(path) && machine.test(text)
      ? [
          'takes the language of the machine: name the one that is read, or put identifiers in order byCode (common/rules/order.ts)',
        ]
      : [],
  ({ path, text }) =>
    elsewhere.test(text) && !/^tools\/boundaries(\.test)?\.ts$/.test(path)
      ? ['cites what is not in the repository: say the rule itself']
      : [],
  ({ path, text }) => {
    const lines = text.split('\n').length - 1;
    const limit = isTest(path) || within('e2e')(path) ? testLineLimit : lineLimit;
    return lines > limit ? [`has ${lines} lines, more than ${limit}: divide it by role`] : [];
  },
];

/** Lists the broken rules of these files, one line each. */
export const violations = (sources: Source[]): string[] =>
  sources.flatMap(source => {
    const imports = importsOf(source);
    return rules.flatMap(rule => rule(source, imports)).map(problem => `${source.path} ${problem}`);
  });

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'locales', 'test-results', 'coverage']);

/** Reads all source files. */
export function sources(folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('dist.') ? [] : sources(path);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}
