import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/setup.mjs';
import { expect, still as test } from '../support/test.ts';

/** Missing features, as the page's feature detection sees them. */
const lacks: Record<string, () => void> = {
  'the selector :has': () => {
    const { supports } = CSS;
    CSS.supports = ((...asked: [string, string]) =>
      !asked[0].includes(':has') && supports(...asked)) as typeof supports;
  },
  'mixed colours': () => {
    const { supports } = CSS;
    CSS.supports = ((...asked: [string, string]) =>
      !asked[1]?.includes('color-mix') && supports(...asked)) as typeof supports;
  },
  'looking behind': () => {
    window.RegExp = new Proxy(RegExp, {
      construct(made, [text, flags]) {
        if (String(text).startsWith('(?<!a)')) throw new SyntaxError('invalid group specifier name');
        return new made(text, flags);
      },
    });
  },
};

const said = /Votre navigateur est trop ancien pour Palabre.*Your browser is too old for Palabre/s;

for (const [name, remove] of Object.entries(lacks)) {
  test(`A browser without ${name} gets a warning above a page that works as far as it can`, async ({ people }) => {
    const page = await people.stranger('/login', {}, before => before.addInitScript(remove));
    const words = page.getByRole('alert').filter({ hasText: 'navigateur' });
    await expect(words).toHaveText(said);
    await words.getByRole('button', { name: 'OK' }).click();
    await expect(words).toBeHidden();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });
}

test('A browser with all features gets no warning', async ({ people }) => {
  const page = await people.stranger('/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page.locator('#older')).toBeHidden();
});

test('The warning’s script runs in the oldest browsers', () => {
  const page = readFileSync(join(root, 'web/dist/index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  const told = scripts.find(script => script.includes("'older'"));
  expect(told).toBeDefined();
  expect(told).not.toMatch(/=>|`|\b(const|let|class|async|import)\b|\?\.|\?\?/);
});
