import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified source, less than half the size of axe's own text, as each document parses it anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Scope of a check: parts of the page, and rules; all by default. */
interface Look {
  within?: readonly string[];
  rules?: readonly string[];
  without?: readonly string[];
}

/** Returns the accessibility violations of a page, one line each: rule, element and fault. */
export async function barriers(page: Page, { within, rules, without = [] }: Look = {}): Promise<string[]> {
  // Loads axe once per document, as its loading costs as much as a check.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(readColoursOnce);
  }
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
          const wrong = [...any, ...all, ...none].map(({ message }) => message);
          return `${id}: ${target.join(' ')}: ${wrong.join('; ')}`;
        }),
      );
    },
    [
      { include: (within ?? [':root']).map(selector => [selector]) },
      {
        // Skips the report of passed rules.
        reporter: 'no-passes',
        ...(rules && { runOnly: { type: 'rule', values: rules.filter(rule => !without.includes(rule)) } }),
        rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
      },
    ] satisfies [axe.ElementContext, axe.RunOptions],
  );
}

/**
 * Caches axe's parsing of colours: a page has few, yet axe parses them for every text and background, a third of a
 * check.
 */
function readColoursOnce(): void {
  interface Colour extends Record<'r' | 'g' | 'b' | 'alpha', number> {
    parseString(this: Colour, colour: string): Colour;
  }
  const { commons } = (window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } }).axe;
  const { prototype } = commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Omit<Colour, 'parseString'>>();
  prototype.parseString = function (colour) {
    const { r, g, b, alpha } = known.get(colour) ?? read.call(this, colour);
    known.set(colour, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}
