import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Packages whose one file only passes on what a file for each thing exports. Whoever imports from them would need all of
 * these files, as far as the graph of modules tells; so each import goes straight to what it names.
 */
const barrels = ['lucide-react', 'radix-ui', 'radix-ui/internal'];

type Names = Map<string, { from: string; whole: boolean }>;

/** What each name of a barrel stands for: the default export of a file, or all of another package. */
function namesIn(code: string): Names {
  const names: Names = new Map();
  for (const [, exported = '', from = ''] of code.matchAll(/export \{([^}]+)\} from ['"]([^'"]+)['"]/g)) {
    for (const [, name = ''] of exported.matchAll(/\bdefault as (\w+)/g)) names.set(name, { from, whole: false });
  }
  for (const [, name = '', from = ''] of code.matchAll(/import \* as (\w+) from ['"]([^'"]+)['"]/g)) {
    names.set(name, { from, whole: true });
  }
  return names;
}

/** Goes around {@link barrels} in our own files. */
export function aroundBarrels(): Plugin {
  const known = new Map<string, Promise<{ id: string; names: Names }>>();
  return {
    name: 'around-barrels',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from '(lucide-react|radix-ui|radix-ui\/internal)'/ },
      async handler(code, importer) {
        const read = async (barrel: string) => {
          const id = (await this.resolve(barrel, importer))?.id;
          if (!id) throw new Error(`${barrel} is not installed`);
          return { id, names: namesIn(readFileSync(id, 'utf8')) };
        };
        let result = code;
        for (const barrel of barrels) {
          for (const [statement, list = ''] of code.matchAll(
            new RegExp(String.raw`import \{([^}]+)\} from '${barrel}';`, 'g'),
          )) {
            if (!known.has(barrel)) known.set(barrel, read(barrel));
            const { id, names } = await (known.get(barrel) as ReturnType<typeof read>);
            const imports = list.split(',').flatMap(async item => {
              const [name = '', local = name] = item.trim().split(/\s+as\s+/);
              if (name === '' || name.startsWith('type ')) return '';
              const { from, whole } = names.get(name) ?? { from: barrel, whole: false };
              const target = from === barrel ? null : (await this.resolve(from, id))?.id;
              if (!target) throw new Error(`${barrel} exports no ${name}`);
              return `import ${whole ? '* as ' : ''}${local} from ${JSON.stringify(target)};`;
            });
            // On one line, as it was: line numbers stay those of the source.
            const types = list.split(',').filter(item => item.trim().startsWith('type '));
            const kept = types.length > 0 ? `import {${types.join(',')}} from '${barrel}';` : '';
            result = result.replace(statement, [...(await Promise.all(imports)), kept].join(''));
          }
        }
        return { code: result, map: null };
      },
    },
  };
}
