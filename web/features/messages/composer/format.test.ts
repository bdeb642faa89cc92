import { describe, expect, it } from 'vitest';
import { type Mark, toggleMark } from './format.ts';

/** « [ » and « ] » stand for the ends of the selection. */
function formatted(field: string, mark: Mark): string {
  const start = field.indexOf('[');
  const end = field.indexOf(']') - 1;
  const next = toggleMark({ text: field.replace(/[[\]]/g, ''), start, end }, mark);
  return `${next.text.slice(0, next.start)}[${next.text.slice(next.start, next.end)}]${next.text.slice(next.end)}`;
}

describe('the formatting of a selection', () => {
  it.each([
    ['un [mot] ici', 'bold', 'un **[mot]** ici'],
    ['un [mot] ici', 'italic', 'un *[mot]* ici'],
    ['un [mot] ici', 'underline', 'un <u>[mot]</u> ici'],
    ['un [mot] ici', 'strike', 'un ~~[mot]~~ ici'],
    ['un [mot] ici', 'spoiler', 'un ||[mot]|| ici'],
    ['[]', 'bold', '**[]**'],
    ['un [mot ]ici', 'bold', 'un **[mot]** ici'],
    ['un **[mot]** ici', 'bold', 'un [mot] ici'],
    ['un **[mot]** ici', 'italic', 'un ***[mot]*** ici'],
    ['un ***[mot]*** ici', 'italic', 'un **[mot]** ici'],
  ] as const)('%s, %s: %s', (before, mark, after) => {
    expect(formatted(before, mark)).toBe(after);
  });
});
