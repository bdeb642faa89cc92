import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { documentationAssets, webFolder } from '../paths.ts';

/** File of the API page. */
export interface Asset {
  type: string;
  body: Buffer;
}

const fontPath = /url\("(@fontsource-variable\/[^"]+)"\)/g;

const inWeb = (path: string) => readFileSync(join(webFolder, path), 'utf8');

/**
 * Reads the files of the API page, by name. Fonts, tokens and base styles are those of the application, read from its
 * sources, so that the page needs no build.
 */
export function readAssets(): Record<string, Asset> {
  const fonts = inWeb('styles/fonts.css');
  const fromWeb = createRequire(join(webFolder, 'package.json'));
  const fontFiles = [...fonts.matchAll(fontPath)].map(([, path = '']): [string, Asset] => [
    basename(path),
    { type: 'font/woff2', body: readFileSync(fromWeb.resolve(path)) },
  ]);
  const style = [
    fonts.replace(fontPath, (_, path: string) => `url("${basename(path)}")`),
    inWeb('styles/tokens.css'),
    inWeb('styles/base.css'),
    ...['frame', 'told', 'fields', 'shown'].map(name => readFileSync(join(documentationAssets, `${name}.css`), 'utf8')),
  ].join('\n');
  const text = (type: string, body: string): Asset => ({ type: `${type}; charset=utf-8`, body: Buffer.from(body) });
  return {
    'page.css': text('text/css', style),
    'page.js': text('text/javascript', readFileSync(join(documentationAssets, 'page.js'), 'utf8')),
    'theme.js': text('text/javascript', readFileSync(join(documentationAssets, 'theme.js'), 'utf8')),
    'favicon.svg': text('image/svg+xml', inWeb('public/favicon.svg')),
    ...Object.fromEntries(fontFiles),
  };
}
