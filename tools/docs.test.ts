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

/** Numbers of the requirements of levels 1 and 2, by section of ASVS 5.0.0: each section has those from 1 on. */
const asvs = [
  ...['1.1 2', '1.2 9', '1.3 11', '1.4 3', '1.5 2', '2.1 3', '2.2 3', '2.3 4', '2.4 1', '3.2 2', '3.3 4', '3.4 6'],
  ...['3.5 5', '3.7 2', '4.1 3', '4.2 1', '4.3 2', '4.4 4', '5.1 1', '5.2 3', '5.3 2', '5.4 3', '6.1 3', '6.2 12'],
  ...['6.3 4', '6.4 4', '6.5 5', '6.6 3', '6.8 4', '7.1 3', '7.2 4', '7.3 2', '7.4 5', '7.5 2', '7.6 2', '8.1 2'],
  ...['8.2 3', '8.3 1', '8.4 1', '9.1 3', '9.2 4', '10.1 2', '10.2 2', '10.3 4', '10.4 11', '10.5 5', '10.6 2'],
  ...['10.7 3', '11.1 2', '11.2 3', '11.3 3', '11.4 4', '11.5 1', '11.6 1', '12.1 3', '12.2 2', '12.3 4', '13.1 1'],
  ...['13.2 5', '13.3 2', '13.4 5', '14.1 2', '14.2 4', '14.3 3', '15.1 3', '15.2 3', '15.3 7', '16.1 1', '16.2 5'],
  ...['16.3 4', '16.4 3', '16.5 3', '17.1 1', '17.2 4', '17.3 2'],
].flatMap(section => {
  const [name, count] = section.split(' ');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

/** Rows of the tables of ASVS in docs/security.md: number and state. */
const rows = [
  ...(readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n## ASVS 5.0, level 2\n')[1] ?? '').matchAll(
    /^\| (\d+\.\d+\.\d+) \| [^|]+ \| (.+) \|$/gm,
  ),
].map(([, number = '', state = '']) => ({ number, state }));

test('Each requirement of ASVS 5.0 of levels 1 and 2 is told once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(asvs);
});

test('A requirement of ASVS holds by a test, does not apply for a reason, or is open for one', () => {
  const wrong = rows.filter(
    ({ state }) =>
      !/^holds: .*`(?:[\w./-]+\.(?:test\.tsx?|spec\.ts))`/.test(state) &&
      !/^(?:does not apply|open): .{7,}/.test(state),
  );
  expect(wrong).toEqual([]);
});
