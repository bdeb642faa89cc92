import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, StepError, say } from '../../tools/setup.mjs';

export const forms = ['mobile', 'desktop'] as const;
export type Form = (typeof forms)[number];

interface Audit {
  score: number | null;
  scoreDisplayMode: string;
  numericValue?: number;
}

/** What is read of a Lighthouse report. */
export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

/** On a busy machine one of its audits may find nothing to judge by; then the whole report is no use. */
const attempts = 4;

type Run = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;

/** Looks at an address in a running Chromium, as on a phone or on a desk. */
export type Lighthouse = (url: string, form: Form) => Promise<Report>;

/**
 * Lighthouse, installed beside this file when it is missing: only this measure needs its 180 MB, so that neither
 * `npm start` nor `npm test` waits for it.
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

/** A category's score, of 100. */
export const scoreOf = ({ categories }: Report, name: string): number =>
  Math.round((categories[name]?.score ?? Number.NaN) * 100);

/** What keeps a category from 100. */
export const faultsOf = ({ categories, audits }: Report, name: string): string[] =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
    .map(({ id }) => id);
