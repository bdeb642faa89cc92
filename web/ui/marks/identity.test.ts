import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { avatarColours, coloursAmong, identityColour, initials, titleInitials } from './identity.ts';

const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

function token(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (!value) throw new Error(`tokens.css has no --${name}`);
  return value;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('initials', () => {
  it('initials are the first letters of first and last name, in capitals', () => {
    expect(initials('Camille', 'Moreau')).toBe('CM');
    expect(initials('élodie', 'ýves')).toBe('ÉÝ');
    expect(initials('  Jean ', ' de La Tour')).toBe('JD');
  });

  it('initials keep a letter of several code points whole', () => {
    expect(initials('e\u0301lodie', '𝒴ann')).toBe('E\u0301𝒴');
  });

  it('initials of a single word are its first two letters, of a compound name one of each part', () => {
    expect(initials('Karim')).toBe('KA');
    expect(initials('', 'benali')).toBe('BE');
    expect(initials('Jean-Pierre')).toBe('JP');
    expect(initials('É')).toBe('É');
    expect(initials('e\u0301lodie')).toBe('E\u0301L');
  });

  it('initials keep emoji and letters written from right to left whole, with their marks', () => {
    expect(initials('👩‍🚀🇫🇷')).toBe('👩‍🚀🇫🇷');
    expect(initials('🎉', 'Fête')).toBe('🎉F');
    expect(initials('محمد')).toBe('مح');
    expect(initials('שָׁלוֹם', 'כהן')).toBe('שָׁכ');
  });

  it('initials are those of plain names, in a browser that cannot tell letters apart', async () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    // The segmenter of other names is kept.
    vi.resetModules();
    const { initials, titleInitials } = await import('./identity.ts');
    expect([initials('karim'), initials('Camille', 'Moreau'), titleInitials('🌳 🎉')]).toEqual(['KA', 'CM', '🌳🎉']);
    vi.unstubAllGlobals();
  });

  it('initials without a name are none', () => {
    expect(initials(null, undefined)).toBe('');
    expect(initials('', '')).toBe('');
  });

  it('titleInitials come from the title’s first and last word', () => {
    expect(titleInitials('Atelier Tilleul')).toBe('AT');
    expect(titleInitials('École du Code')).toBe('ÉC');
    expect(titleInitials('Palabre')).toBe('PA');
    expect(titleInitials('🌳 Tilleul')).toBe('TI');
    expect(titleInitials('🌳 🎉')).toBe('🌳🎉');
    expect(titleInitials('« L’Atelier » !')).toBe('LA');
  });
});

describe('the colour of an id', () => {
  it('identityColour always gives an id the same colour of the palette', () => {
    for (let index = 0; index < 200; index += 1) {
      const colour = identityColour(`id-${index}`);
      expect(colour).toBe(identityColour(`id-${index}`));
      expect(token(colour.slice('var(--'.length, -1))).toBeTruthy();
    }
  });

  it('identityColour uses the whole palette', () => {
    const used = new Set(Array.from({ length: 500 }, (_, index) => identityColour(`id-${index}`)));
    expect(used.size).toBe(avatarColours);
  });

  it('identityColour spreads people: all colours differ, and thirty people have at least fifteen', () => {
    const palette = Array.from({ length: avatarColours }, (_, index) => token(`avatar-${index}`));
    expect(new Set(palette).size).toBe(avatarColours);
    const people = new Set(Array.from({ length: 30 }, (_, index) => identityColour(`personne-${index}`)));
    expect(people.size).toBeGreaterThanOrEqual(15);
  });

  it('coloursAmong gives people of one place different colours, their own unless somebody before them has it', () => {
    const people = Array.from({ length: avatarColours }, (_, index) => `personne-${index}`);
    const given = coloursAmong(people);
    expect(new Set(given.values()).size).toBe(avatarColours);
    expect(coloursAmong(people.toReversed())).toEqual(given);
    const [first = ''] = people.toSorted();
    expect(given.get(first)).toBe(identityColour(first));
    expect(coloursAmong(['personne-7']).get('personne-7')).toBe(identityColour('personne-7'));
  });

  it('coloursAmong spreads more people than colours evenly', () => {
    const given = coloursAmong(Array.from({ length: avatarColours * 2 }, (_, index) => `personne-${index}`));
    const uses = new Map<string, number>();
    for (const colour of given.values()) uses.set(colour, (uses.get(colour) ?? 0) + 1);
    expect([...new Set(uses.values())]).toEqual([2]);
  });

  it('identityColour contrasts with white initials by 4.5 to 1 at least', () => {
    for (let index = 0; index < avatarColours; index += 1) {
      expect(1.05 / (luminance(token(`avatar-${index}`)) + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
