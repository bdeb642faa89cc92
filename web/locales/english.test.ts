import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@palabre/common/contract/errors.ts';
import { sentences } from '@palabre/common/contract/sentences.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { frenchIn } from '../../e2e/support/french.ts';
import { speak, type Texts, translate } from '../platform/words/translator.ts';
import { en } from './en/index.ts';

const here = import.meta.dirname;
const files = readdirSync(join(here, 'en')).filter(name => name !== 'index.ts');

/** Returns every text of a module's export. */
function texts(of: unknown): string[] {
  if (typeof of === 'string') return [of];
  return typeof of === 'object' && of !== null ? Object.values(of).flatMap(texts) : [];
}

/** Every text of a namespace, with its key. */
const withKeys = (of: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(of).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : withKeys(text, `${prefix + key}.`),
  );

/** Namespaces that no `*.texts.ts` adds: the code that shows them has both languages. */
const beside = ['completion', 'emojiPicker', 'gifPicker', 'ownEmoji'];

describe('the English of the interface', () => {
  it.each(files)('%s is all English', async name => {
    const said = texts(await import(/* @vite-ignore */ join(here, 'en', name)));
    expect(said.length).toBeGreaterThan(0);
    expect(frenchIn(said)).toEqual([]);
  });

  it('is said wherever its texts are loaded with what shows them', async () => {
    const root = join(here, '..');
    const adding = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.texts.ts'));
    await Promise.all(adding.map(path => import(/* @vite-ignore */ join(root, path))));
    const modules = await Promise.all(files.map(name => import(/* @vite-ignore */ join(here, 'en', name))));
    const later = modules
      .flatMap(exported => Object.entries<Texts>(exported))
      .filter(([namespace]) => !(namespace in en) && !beside.includes(namespace));
    expect(later).toHaveLength(adding.length);
    onTestFinished(() => speak('fr'));
    speak('en');
    const others = later.flatMap(([namespace, of]) =>
      withKeys(of).flatMap(([key, text]) => (translate(namespace, key) === text ? [] : [`${namespace}:${key}`])),
    );
    expect(others).toEqual([]);
  });

  it('is that of every failure and every success the server tells', () => {
    for (const said of [...Object.values(errors), ...Object.values(sentences)]) {
      expect(said.en).not.toBe('');
      expect(frenchIn([said.en])).toEqual([]);
    }
  });
});

/** The code of a file, without its comments. */
const codeOf = (path: string) =>
  readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[\s;{(,])\/\/.*$/gm, '$1');

/** Files with French in both languages, and why. */
const allowed = new Map([
  ['platform/words/format.ts', 'words of dates and sizes, in both languages'],
  ['features/messages/messages/composer/completion/find.ts', '« @tous » is understood in both languages'],
  ['features/messages/messages/composer/completion/trigger.ts', 'signs after which a word begins'],
]);

describe('the code of the page', () => {
  it('says nothing in French by itself: texts are in the locales', () => {
    const root = join(here, '..');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      path =>
        /\.tsx?$/.test(path) &&
        !/^(locales|dev|test|dist|node_modules)[\\/]|\.test\.tsx?$|[\\/]test[\\/]/.test(path) &&
        !allowed.has(path),
    );
    expect(sources.length).toBeGreaterThan(200);
    const literal = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|>([^<>{}\n]+)</g;
    const said = sources.flatMap(path =>
      frenchIn([...codeOf(join(root, path)).matchAll(literal)].map(found => found.slice(1).find(Boolean) ?? '')).map(
        text => `${path}: ${text}`,
      ),
    );
    expect(said).toEqual([]);
  });
});
