import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, nameColour } from './colour.ts';

const backgrounds = ['#efe9dc', '#1f2522'];
const hex = fc.integer({ min: 1, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);

describe('the colour of a name', () => {
  it('can be read on both themes, whatever the colour of the role', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...backgrounds), (colour, background) => {
        expect(contrast(nameColour(colour, background) ?? '', background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('is the colour of the role when that can be read', () => {
    expect(nameColour('#1d4e89', '#efe9dc')).toBe('#1d4e89');
  });

  it('is that of the text around it when the role has none of its own', () => {
    expect(nameColour('#000000', '#efe9dc')).toBeUndefined();
    expect(nameColour('red', '#efe9dc')).toBeUndefined();
  });
});
