import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed in themselves. */
const worthIt = /\.(js|css|html|svg|webmanifest|json|txt)$/;
/** What fits one network packet arrives no sooner for being smaller. */
const packet = 1_400;

const encodings = {
  '.br': (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

/** Writes beside each text of the built page what the server sends in its place (`server/platform/http/page/web.ts`). */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // Once `public` is there too.
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, path);
        if (!worthIt.test(file) || !statSync(file).isFile()) continue;
        const bytes = readFileSync(file);
        if (bytes.length < packet) continue;
        for (const [suffix, encode] of Object.entries(encodings)) writeFileSync(file + suffix, encode(bytes));
      }
    },
  };
}
