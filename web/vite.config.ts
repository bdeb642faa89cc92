import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import ownPackage from './package.json' with { type: 'json' };
import { chunkOf } from './vite/chunks.ts';
import { compress } from './vite/compress.ts';
import { bareContract } from './vite/contract.ts';
import { emojiData } from './vite/emoji-data.ts';
import { opening } from './vite/opening.ts';
import { worker } from './vite/worker.ts';

/**
 * Preloads the two fonts of the first paint, before the browser has read the stylesheet. Their priority is low, so that code
 * comes first on a slow network: text is readable without them (styles/fonts.css).
 */
function preloadFonts(): Plugin {
  const first = /(atkinson-hyperlegible-next-latin-wght-normal|fraunces-latin-wght-normal)-[\w-]+\.woff2$/;
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(file => first.test(file))
          .map(file => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Names the version of the page in its head, where `features/running/about` reads it. */
const version = (): Plugin => ({
  name: 'version',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'version', content: ownPackage.version }, injectTo: 'head' },
  ],
});

const server = `http://127.0.0.1:${process.env.PALABRE_API_PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareContract(), emojiData(), react(), preloadFonts(), version(), opening(), worker(), compress()],
  resolve: {
    alias: {
      zod: `${import.meta.dirname}/platform/server/inert-schemas.ts`,
      entities: `${import.meta.dirname}/platform/words/browser-entities.ts`,
      // Its exports name the build with warnings for developers alone.
      'react-router': `${import.meta.dirname}/../node_modules/react-router/dist/production/index.mjs`,
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The CSP allows fonts from the server only, no data: URL. A file to inline is imported with `?inline`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Files of the emoji font have only numbers for names, so they get the prefix `emoji-`.
        assetFileNames: ({ originalFileNames: [path = ''] }) =>
          `assets/${path.includes('noto-color-emoji') ? 'emoji-' : ''}[name]-[hash][extname]`,
        // `chunkOf` names every module itself. Adding dependencies would move modules out of their own chunks.
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf, debugName: 'parts' }] },
      },
    },
  },
});
