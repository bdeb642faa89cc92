import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './setup.mjs';

/** A source file, its path from the project's folder. */
export interface Source {
  path: string;
  text: string;
}

/** Where a boundary is crossed on purpose, with why. */
export interface Allowed {
  /** Files that a feature offers to the others: `server/features/roles/roles.store.ts`. Types may always be imported. */
  doors: Record<string, string>;
  /** Files longer than the limit. */
  long: Record<string, string>;
}

export const lineLimit = 300;

interface Import {
  /** A path from the project's folder for our own files, else the package. */
  target: string;
  typeOnly: boolean;
}

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"\n]+)['"]/g;
const call = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** The imports and re-exports of a file, static and dynamic. */
export function importsOf({ path, text }: Source): Import[] {
  const resolve = (name: string): string => {
    if (name.startsWith('.')) return normalize(join(dirname(path), name));
    return name.replace(/^@palabre\/(common|server|web)\b/, '$1');
  };
  return [
    ...[...text.matchAll(statement)].map(([, type, name = '']) => ({ target: resolve(name), typeOnly: Boolean(type) })),
    ...[...text.matchAll(call)].map(([, name = '']) => ({ target: resolve(name), typeOnly: false })),
  ];
}

const within = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`);
const featureOf = (path: string): string | undefined => /^(?:server|web)\/features\/[^/]+/.exec(path)?.[0];
const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path);
const sql =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|with)\(\s*['"]|\bsql(<[^>]*>)?`|\.query(<[^(]*>)?\(\s*(\{|[`'"](?!SELECT 1['"`]))/;
const maySql = (path: string) =>
  /\.store\.ts$|^server\/platform\/(access(\.\w+)?\.ts$|postgres\/)|^server\/migrations\//.test(path);

/** Someone's standing judged on the spot; showing it (`facts.isOwner && <Tag>`) is no judgement. */
const right = /!\s*[\w.]+\.isOwner\b|\.isOwner\s*\|\||\bbestRank\(|\.rank\s*[<>]|(?<!=\s*\w+)\.creator\s*(?:&&|\|\|)/;

/** What the machine's own language would decide: an order, a case, how a number or a date is written. */
const machine =
  /\.localeCompare\((?:[^(),]|\([^()]*\))*\)|\.toLocale\w+\(\s*\)|\bIntl\.(?!DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone)\w+\(\s*(?:\)|undefined\b|\[\s*\])/;

/** A paper that a reader of this repository cannot open. */
const elsewhere = /\bspec [12] §|\b(?:contract|design|product|quality|threats|references)\.md\b|\bthe specification\b/;

/** What the page knows of the server is one cache, which every feature may read. */
const isWebQuery = (path: string) => /^web\/features\/.*\.queries\.ts$/.test(path);

type Rule = (source: Source, imports: Import[], allowed: Allowed) => string[];

/** Each rule names what to use instead. */
const rules: Rule[] = [
  ({ path }, imports) =>
    within('common')(path) && !isTest(path)
      ? imports
          .filter(({ target }) => !within('common')(target) && target !== 'zod' && !target.startsWith('zod/'))
          .map(
            ({ target }) => `imports ${target}: common/ is pure and takes nothing but zod; put this in server/ or web/`,
          )
      : [],
  ({ path }, imports) =>
    within('web')(path)
      ? imports
          .filter(({ target }) => within('server')(target))
          .map(({ target }) => `imports ${target}: the page knows the server by common/contract only`)
      : [],
  ({ path }, imports) =>
    within('server')(path)
      ? imports
          .filter(({ target }) => within('web')(target))
          .map(({ target }) => `imports ${target}: the server never knows the page; move what both need to common/`)
      : [],
  ({ path }, imports) =>
    (within('web/ui')(path) || within('web/platform')(path)) && !isTest(path)
      ? imports
          .filter(({ target }) => within('web/features')(target) || within('web/app')(target))
          .map(
            ({ target }) =>
              `imports ${target}: web/ui and web/platform serve every feature and know none; pass it as a prop`,
          )
      : [],
  ({ path }, imports) =>
    within('web')(path) && path !== 'web/main.tsx' && !isTest(path)
      ? imports
          .filter(({ target }) => target === 'react-dom/client')
          .map(
            ({ target }) => `imports ${target}: the page has one root (web/ui/Beside.tsx says why); show it from there`,
          )
      : [],
  ({ path }, imports) =>
    within('server/platform')(path) && !isTest(path)
      ? imports
          .filter(({ target, typeOnly }) => !typeOnly && within('server/features')(target))
          .map(
            ({ target }) =>
              `imports ${target}: server/platform serves every feature and knows none; let app.ts hand it over`,
          )
      : [],
  ({ path }, imports) =>
    path === 'server/app.ts'
      ? imports
          .filter(({ target }) => within('server/features')(target))
          .map(({ target }) => `imports ${target}: let the feature say it in its X.feature.ts`)
      : [],
  ({ path }, imports, { doors }) => {
    const own = featureOf(path);
    if (!own || isTest(path)) return [];
    return imports
      .filter(({ target, typeOnly }) => !typeOnly && featureOf(target) && featureOf(target) !== own)
      .filter(({ target }) => !doors[target] && !isWebQuery(target))
      .map(
        ({ target }) =>
          `imports ${target}: move what both need to platform/ or common/, or make it a door in tools/allowed.ts`,
      );
  },
  ({ path, text }) =>
    within('server')(path) && !isTest(path) && !maySql(path) && sql.test(text)
      ? ['holds SQL: it belongs in a .store.ts beside it, or in server/platform/access.ts when it guards a record']
      : [],
  ({ path, text }) =>
    featureOf(path) && !isTest(path) && !maySql(path) && right.test(text)
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
  ({ path, text }, _imports, { long }) => {
    const lines = text.split('\n').length - 1;
    return lines > lineLimit && !long[path]
      ? [`has ${lines} lines, more than ${lineLimit}: divide it by role, or state why not in tools/allowed.ts`]
      : [];
  },
];

/** Every broken rule of these files, one line each. */
export const violations = (sources: Source[], allowed: Allowed): string[] =>
  sources.flatMap(source => {
    const imports = importsOf(source);
    return rules.flatMap(rule => rule(source, imports, allowed)).map(problem => `${source.path} ${problem}`);
  });

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'locales', 'test-results', 'coverage']);

/** All our source files. */
export function sources(folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('dist.') ? [] : sources(path);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}
