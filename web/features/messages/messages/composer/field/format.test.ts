import { describe, expect, it } from 'vitest';
import type { Replacement } from './field.ts';
import { linkSelection, type Mark, type Selected, toggleMark } from './format.ts';

/** Reads a field in which « [ » and « ] » mark the selection. */
function read(field: string): Selected {
  return { text: field.replace(/[[\]]/g, ''), start: field.indexOf('['), end: field.indexOf(']') - 1 };
}

function after(field: string, made: Replacement): string {
  const { text } = read(field);
  const next = text.slice(0, made.from) + made.text + text.slice(made.to);
  const [start, end] = made.select;
  return `${next.slice(0, start)}[${next.slice(start, end)}]${next.slice(end)}`;
}

describe('Formatting of a selection', () => {
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
    ['un [**mot**] ici', 'bold', 'un [mot] ici'],
    ['un [||mot||] ici', 'spoiler', 'un [mot] ici'],
    ['un [<u>mot</u>] ici', 'underline', 'un [mot] ici'],
    ['un [**mot**] ici', 'italic', 'un *[**mot**]* ici'],
    ['un [***mot***] ici', 'italic', 'un [**mot**] ici'],
    ['**[]**', 'bold', '[]'],
    ['un **mot[]** ici', 'bold', 'un **mot**[] ici'],
    ['un <u>mot[]</u> ici', 'underline', 'un <u>mot</u>[] ici'],
    ['un *mot[]* ici', 'italic', 'un *mot*[] ici'],
    ['un **mot** ici[]', 'bold', 'un **mot** ici**[]**'],
    ['un[ mot] ici', 'bold', 'un **[mot]** ici'],
    // Only at the end of marked text does the caret go behind the mark, and no word goes.
    ['un **gros [mot]** ici', 'bold', 'un **gros **[mot]**** ici'],
    ['un mot[]** ici', 'bold', 'un mot**[]**** ici'],
    ['un **mot[] ici', 'bold', 'un **mot**[]** ici'],
    // A mark of the previous paragraph does not count in this paragraph.
    ['un **mot ici\n\n[]** là', 'bold', 'un **mot ici\n\n**[]**** là'],
    ['un <u>mot ici\n\n[]</u> là', 'underline', 'un <u>mot ici\n\n<u>[]</u></u> là'],
  ] as const satisfies [string, Mark, string][])('%s, %s: %s', (before, mark, expected) => {
    expect(after(before, toggleMark(read(before), mark))).toBe(expected);
  });

  it.each(['un [mot] ici', '[]', ' [ deux mots ] ', '**[a]**'])(
    'Formatting of a selection is removed by the same key: %s',
    before => {
      for (const mark of ['bold', 'italic', 'underline', 'strike', 'spoiler'] as const) {
        const once = after(before, toggleMark(read(before), mark));
        const twice = after(once, toggleMark(read(once), mark));
        expect(read(twice).text, mark).toBe(read(before).text);
      }
    },
  );
});

describe('An address pasted on a selection', () => {
  const pasted = (field: string, address: string) => {
    const made = linkSelection(read(field), address);
    return made && read(field).text.slice(0, made.from) + made.text + read(field).text.slice(made.to);
  };

  it('An address pasted on a selection links it', () => {
    expect(pasted('voir [le plan ]ici', ' https://a.fr/plan\n')).toBe('voir [le plan](https://a.fr/plan) ici');
    expect(pasted('voir[ le plan] ici', 'https://a.fr')).toBe('voir [le plan](https://a.fr) ici');
    // The caret is behind the link.
    expect(linkSelection({ text: 'voir plan', start: 5, end: 9 }, 'https://a.fr')?.select).toEqual([25, 25]);
    expect(pasted('[plan]', 'https://a.fr/plan_(2)')).toBe('[plan](<https://a.fr/plan_(2)>)');
    // Characters that would end the link's text are escaped.
    const text = 'lot [2] \\a';
    expect(linkSelection({ text, start: 0, end: text.length }, 'https://a.fr')?.text).toBe(
      '[lot \\[2\\] \\\\a](https://a.fr)',
    );
  });

  it.each([
    ['[]', 'https://a.fr'],
    ['[plan]', 'un texte'],
    ['[plan]', 'https://a.fr et plus'],
    ['[plan]', 'javascript:alert(1)'],
    ['[https://b.fr]', 'https://a.fr'],
    ['[deux\nlignes]', 'https://a.fr'],
  ])('An address pasted on a selection stays an address where no link fits: %j, %s', (field, address) => {
    expect(pasted(field, address)).toBeNull();
  });
});
