import { readFileSync } from 'node:fs';

/** What the browser must have before the first page runs: the scripts that index.html names, preloaded ones included. */
const page = readFileSync(new URL('web/dist/index.html', import.meta.url), 'utf8');
const scripts = [...page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+\.js)"/g)].map(
  ([, path]) => `web/dist/${path}`,
);
if (scripts.length === 0) throw new Error('web/dist/index.html names no script');

export default [{ name: 'first JavaScript', path: scripts, limit: '180 kB', gzip: true, brotli: false }];
