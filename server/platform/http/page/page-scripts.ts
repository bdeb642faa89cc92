import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtWebFolder } from '../../paths.ts';

/** Lists the inline scripts of the built page by their hash, as the content security policy (CSP) names them. */
export function pageScripts(folder: string = builtWebFolder): string[] {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return [];
  return [...readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
