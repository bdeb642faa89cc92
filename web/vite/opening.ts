import { join } from 'node:path';
import { build, type IndexHtmlTransformContext, minify, type Plugin, type Rolldown } from 'vite';
import { type BuiltFile, closure, openings } from './openings.ts';

const script = join(import.meta.dirname, '..', 'opening.ts');
const place = '<!-- opening -->';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Lists the hashed files of each kind of page, except the files that index.html names. */
function filesOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
  const byName = new Map<string, (typeof chunks)[number]>(chunks.map(chunk => [chunk.fileName, chunk]));
  const built = (name: string): BuiltFile => {
    const chunk = byName.get(name) ?? chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${name}`));
    if (!chunk) throw new Error(`web/vite/openings.ts names ${name}, which is no file of its own`);
    return { file: chunk.fileName, imports: chunk.imports, css: [...(chunk.viteMetadata?.importedCss ?? [])] };
  };
  const named = closure(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    built,
  );
  return Object.fromEntries(
    Object.entries(openings).map(([page, modules]) => [
      page,
      [...closure(modules, built)].filter(file => !named.has(file)).map(file => `/${file}`),
    ]),
  );
}

/** Bundles the script with its imports. */
async function bundled(): Promise<string> {
  const lib = { entry: script, formats: ['iife' as const], name: 'opening' };
  const config = {
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: false, lib },
  };
  const outputs = (await build(config as Parameters<typeof build>[0])) as Rolldown.RolldownOutput[];
  return outputs[0]?.output[0].code ?? '';
}

/** Inlines `web/opening.ts` in index.html's head, with the list of files of each kind of page. */
export function opening(): Plugin {
  return {
    name: 'opening',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!html.includes(place)) throw new Error(`web/index.html has no ${place}`);
        const code = await bundled();
        const whole = `(()=>{const files=${JSON.stringify(bundle ? filesOf(bundle) : {})};${code}})()`;
        const small = await minify('opening.js', whole);
        return html.replace(place, () => `<script>${small.code}</script>`);
      },
    },
  };
}
