import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results', 'coverage']);

/** Lists the files of the project by path. */
function filesIn(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('dist.') ? [] : filesIn(path);
    return [path];
  });
}

const files = filesIn();
/** Matches a path in backticks, whole or its end; a folder ends with a slash. `X` stands for any name. */
const named = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css|sql|md)|(?:[\w-]+\/)+)`/g;

/** Made by running it, and in no checkout. */
const made = new Set(['data/']);

const isThere = (path: string): boolean =>
  made.has(path) ||
  (path.endsWith('/')
    ? files.some(file => `/${file}`.includes(`/${path}`))
    : files.some(file => file === path || file.endsWith(`/${path}`)));

// Decisions are records: the files that they name may be gone.
const pages = files.filter(file => /^(?:README(?:\.fr)?|docs\/[\w-]+)\.md$/.test(file));

test.each(pages)('page %s names only existing files and folders', page => {
  const text = readFileSync(join(root, page), 'utf8');
  const paths = [...text.matchAll(named)].flatMap(([, path = '']) => (/(^|\/)X\b/.test(path) ? [] : path));
  expect(paths.filter(path => !isThere(path))).toEqual([]);
});
