import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin, transformWithOxc } from 'vite';

const script = join(import.meta.dirname, '..', 'service-worker.ts');

/** Files outside the shell, fetched and cached at their first use. */
const besides = /emoji|katex|highlight|\.(ttf|woff|json|webp|png|svg)$/;

/** Builds `sw.js` from `web/service-worker.ts`, with the list of files for offline visits: the page's code and fonts. */
export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(output => output.type === 'chunk' && output.isEntry);
      const others = Object.keys(bundle).filter(
        file => /^assets\/.*\.(js|css|woff2)$/.test(file) && file !== entry?.fileName && !besides.test(file),
      );
      const files = [entry?.fileName, ...others.sort()].map(file => `/${file}`);
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
      const { code } = await transformWithOxc(readFileSync(script, 'utf8'), script);
      const whole = `(()=>{const version=${JSON.stringify(version)},shellFiles=${JSON.stringify(files)};${code}})()`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: (await minify('sw.js', whole)).code });
    },
  };
}
