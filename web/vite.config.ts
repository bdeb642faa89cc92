import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aroundBarrels } from './vite/barrels.ts';
import { compress } from './vite/compress.ts';
import { bareContract } from './vite/contract.ts';
import { opening } from './vite/opening.ts';
import { partOf } from './vite/parts.ts';
import { worker } from './vite/worker.ts';

/**
 * Asks for the two fonts of the first paint together with the page, before the stylesheet has been read; but after its
 * code, on a slow network: text can be read without them (styles/fonts.css).
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

const server = `http://127.0.0.1:${process.env.PALABRE_API_PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [aroundBarrels(), bareContract(), react(), preloadFonts(), opening(), worker(), compress()],
  resolve: {
    alias: {
      zod: `${import.meta.dirname}/platform/inert-schemas.ts`,
      entities: `${import.meta.dirname}/platform/browser-entities.ts`,
      i18next: `${import.meta.dirname}/platform/translator.ts`,
      'react-i18next': `${import.meta.dirname}/platform/translator.ts`,
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
    // The CSP allows images and fonts from the server only, no data: URL.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Each part names all of its own modules: taking what they depend on as well would empty the others.
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: partOf, debugName: 'parts' }] },
      },
    },
  },
});
