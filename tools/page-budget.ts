import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, closure, openings } from '../web/vite/openings.ts';
import { root } from './setup.mjs';

const dist = join(root, 'web/dist');
const maxFiles = 15;

/** Budgets of the first paint of a page: its files, and the bytes of its scripts as sent. */
const budgets = [
  { page: '/login', parts: openings.guest, encoding: '.gz', maxBytes: 180_000 },
  { page: 'un salon', parts: openings.channel, encoding: '.br', maxBytes: 250_000 },
] as const;

type Encoding = '.gz' | '.br';

const names = { '.gz': 'gzip', '.br': 'brotli' };

/** Returns the size of a file as sent: small files are not compressed (web/vite/compress.ts). */
function bytesSent(file: string, encoding: Encoding): number {
  const path = join(dist, file);
  return statSync(existsSync(path + encoding) ? path + encoding : path).size;
}

/**
 * Checks the budgets; counts the files that `web/opening.ts` requests at once, those of index.html, and all of their
 * imports.
 */
export function checkPageBudget(): { code: number; output: string } {
  const manifest: Record<string, Partial<BuiltFile> & { file: string }> = JSON.parse(
    readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const built = (name: string): BuiltFile => {
    const entry = manifest[name];
    if (!entry) throw new Error(`web/vite/openings.ts names ${name}, which is no file of its own`);
    return { imports: [], css: [], ...entry };
  };
  const lines: string[] = [];
  let code = 0;
  for (const { page, parts, encoding, maxBytes } of budgets) {
    const files = [...closure(['index.html', ...parts], built)];
    const scripts = files.filter(file => file.endsWith('.js'));
    const sent = (as: Encoding) => scripts.reduce((sum, file) => sum + bytesSent(file, as), 0);
    const said = (['.br', '.gz'] as const).map(as => `${(sent(as) / 1_000).toFixed(1)} ko en ${names[as]}`).join(', ');
    lines.push(
      `${page} : ${files.length} scripts et styles (au plus ${maxFiles}), JavaScript ${said} (au plus ${maxBytes / 1_000} ko en ${names[encoding]})`,
    );
    if (files.length <= maxFiles && sent(encoding) <= maxBytes) continue;
    code = 1;
    for (const file of files) lines.push(`  ${bytesSent(file, encoding).toString().padStart(7)} ${file}`);
  }
  return { code, output: `${lines.join('\n')}\n` };
}
