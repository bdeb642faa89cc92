import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, StepError, say } from '../../tools/setup.mjs';

/** Form factors that Lighthouse emulates. */
export const forms = ['mobile', 'desktop'] as const;
/** Form factor. */
export type Form = (typeof forms)[number];

interface Audit {
  score: number | null;
  scoreDisplayMode: string;
  numericValue?: number;
}

/** The parts of a Lighthouse report that the bench reads. */
export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

/** Attempts at a complete report, since on a busy machine an audit may have no score, which makes the report useless. */
const attempts = 4;

type Run = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;

/** Runs Lighthouse on a URL in a running Chromium, as a phone or as a desktop. */
export type Lighthouse = (url: string, form: Form) => Promise<Report>;

/**
 * Loads Lighthouse, and first installs it beside this file if it is missing. It is no dependency of the project, because its
 * 180 MB would slow down `npm start` and `npm test`, and only this bench needs it.
 */
export async function lighthouseIn(chromiumPort: number): Promise<Lighthouse> {
  const folder = import.meta.dirname;
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const wanted: string = read('package.json').dependencies.lighthouse;
  const manifest = 'node_modules/lighthouse/package.json';
  if (!existsSync(join(folder, manifest)) || read(manifest).version !== wanted) {
    say('Installation de Lighthouse…');
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const code = await command([...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    if (code !== 0) throw new StepError('L’installation de Lighthouse a échoué. Voyez le message de npm ci-dessus.');
  }
  const load = (path: string) => import(pathToFileURL(join(folder, 'node_modules/lighthouse/core', path)).href);
  const run = (await load('index.js')).default as Run;
  const desktop = (await load('config/desktop-config.js')).default as object;
  return async (url, form) => {
    const flags = { port: chromiumPort, logLevel: 'error', disableStorageReset: true };
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const result = await run(url, flags, form === 'desktop' ? desktop : undefined);
      const scores = Object.values(result?.lhr.categories ?? {}).map(({ score }) => score);
      if (result && !scores.includes(null)) return result.lhr;
    }
    throw new Error(`Lighthouse has nothing to say about ${url}`);
  };
}

/** Returns a category's score, from 0 to 100. */
export const scoreOf = ({ categories }: Report, name: string): number =>
  Math.round((categories[name]?.score ?? Number.NaN) * 100);

/** Lists the audits that keep a category below 100. */
export const faultsOf = ({ categories, audits }: Report, name: string): string[] =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
    .map(({ id }) => id);
