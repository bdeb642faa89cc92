import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half as long as the one that axe offers as text: each document reads it anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** All of the page, or some of it, and by which rules it is looked at: by all of them unless told. */
interface Look {
  within?: readonly string[];
  rules?: readonly string[];
  without?: readonly string[];
}

/** What bars the way to someone on a page, a line each: its rule, where it is and what is wrong with it. */
export async function barriers(page: Page, { within, rules, without = [] }: Look = {}): Promise<string[]> {
  // Once for each document: read and compiled anew, axe costs as much as one of its looks.
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
        // What passes is not described.
        reporter: 'no-passes',
        ...(rules && { runOnly: { type: 'rule', values: rules.filter(rule => !without.includes(rule)) } }),
        rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
      },
    ] satisfies [axe.ElementContext, axe.RunOptions],
  );
}

/** A page has few colours, and axe reads each of them anew for every text and all that lies behind it: a third of a look. */
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
