import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, paletteOf } from './accent.ts';

describe('an accent', () => {
  test.each([
    ['#1d6a51', true],
    ['#7a1f5c', true],
    ['#0b57d0', true],
    ['#000000', true],
    ['#ffd400', false],
    ['#58bd98', false],
    ['#ffffff', false],
  ])('%s is taken: %s', (color, isTaken) => {
    expect(paletteOf(color) !== null).toBe(isTaken);
  });

  test('makes the colours of both themes: their shades and grounds are those of the accent', () => {
    expect(paletteOf('#7A1F5C')).toEqual({
      light: {
        ...{ brand: '#7a1f5c', brandHover: '#661a4d' },
        ...{ brandSoft: '#f2e9ef', brandSoftHover: '#eadbe5', onBrand: '#ffffff' },
      },
      dark: {
        ...{ brand: '#dc75ba', brandHover: '#e28ec6' },
        ...{ brandSoft: '#2f262c', brandSoftHover: '#3a2b36', onBrand: '#12090f' },
      },
    });
    // Grey has no saturation to keep.
    expect(paletteOf('#000000')?.dark).toMatchObject({ brand: '#999999', brandHover: '#ababab' });
  });

  test('that is taken is read in both themes, on each ground it stands on; white on it is read too', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const hex = (part: number) => part.toString(16).padStart(2, '0');
    let taken = 0;
    fc.assert(
      fc.property(byte, byte, byte, (red, green, blue) => {
        const color = `#${hex(red)}${hex(green)}${hex(blue)}`;
        const palette = paletteOf(color);
        // A colour that white is read on with a margin is never refused.
        if (!palette) return contrast(color, '#ffffff') < 7;
        taken += 1;
        expect(palette.light.brand).toBe(color);
        for (const { brand, brandHover, brandSoft, brandSoftHover, onBrand } of [palette.light, palette.dark]) {
          for (const ground of [brandSoft, brandSoftHover, onBrand])
            expect(contrast(brand, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(brandHover, onBrand)).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of ['#1f2522', '#171b19'])
          expect(contrast(palette.dark.brand, ground)).toBeGreaterThanOrEqual(4.5);
        return true;
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});
