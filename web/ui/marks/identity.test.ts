import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avatarColours, identityColour, initials, titleInitials } from './identity.ts';

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

  it('initials accept one name, or none', () => {
    expect(initials('Karim')).toBe('K');
    expect(initials(null, undefined)).toBe('');
    expect(initials('', '')).toBe('');
  });

  it('titleInitials come from the title’s first and last word', () => {
    expect(titleInitials('Atelier Tilleul')).toBe('AT');
    expect(titleInitials('École du Code')).toBe('ÉC');
    expect(titleInitials('Palabre')).toBe('P');
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

  it('identityColour contrasts with white initials by 4.5 to 1 at least', () => {
    for (let index = 0; index < avatarColours; index += 1) {
      expect(1.05 / (luminance(token(`avatar-${index}`)) + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
