import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files to compress; fonts and pictures are compressed already. */
const worthIt = /\.(js|css|html|svg|webmanifest|json|txt)$/;
/** Size of a network packet: a file that fits in a packet arrives no sooner when compressed. */
const packetBytes = 1_400;

const encodings = {
  '.br': (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

/**
 * Writes compressed copies (.br, .gz) beside the built page's text files; the server sends them instead
 * (`server/platform/http/page/web.ts`).
 */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // In closeBundle, because the files of `public` are copied by then.
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, path);
        if (!worthIt.test(file) || !statSync(file).isFile()) continue;
        const bytes = readFileSync(file);
        if (bytes.length < packetBytes) continue;
        for (const [suffix, encode] of Object.entries(encodings)) writeFileSync(file + suffix, encode(bytes));
      }
    },
  };
}
