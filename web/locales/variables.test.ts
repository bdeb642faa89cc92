import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@palabre/common/contract/errors.ts';
import { issues } from '@palabre/common/contract/issues.ts';
import { sentences } from '@palabre/common/contract/sentences.ts';
import { expect, it } from 'vitest';

const here = import.meta.dirname;

/** Returns the names that a text is filled in with. */
const namesIn = (text: string) => [...text.matchAll(/\{\{?\s*(\w+)[^{}]*\}/g)].map(([, name = '']) => name);

/** Notes texts' variables by key: plural forms of a text together, as a form may leave its number out. */
function note(of: unknown, key: string, all: Map<string, Set<string>>): Map<string, Set<string>> {
  if (typeof of === 'string') {
    const bare = key.replace(/_(zero|one|two|few|many|other)$/, '');
    all.set(bare, new Set([...(all.get(bare) ?? []), ...namesIn(of)]));
  } else if (typeof of === 'object' && of !== null) {
    for (const [name, value] of Object.entries(of)) note(value, `${key}.${name}`, all);
  }
  return all;
}
const filledIn = (of: unknown) =>
  Object.fromEntries([...note(of, '', new Map())].map(([key, names]) => [key, [...names].sort()]));

it.each(readdirSync(join(here, 'fr')).filter(name => name !== 'index.ts'))(
  'the texts of %s are filled in with the same in both languages',
  async file => {
    const [fr, en] = await Promise.all(
      ['fr', 'en'].map(async language => filledIn(await import(/* @vite-ignore */ join(here, language, file)))),
    );
    expect(en).toEqual(fr);
  },
);

it.each(Object.entries({ errors, issues, sentences }))(
  'the %s of the server are filled in with the same in both languages',
  (_of, texts) => {
    for (const [code, { fr, en }] of Object.entries(texts)) expect([code, namesIn(en)]).toEqual([code, namesIn(fr)]);
  },
);
