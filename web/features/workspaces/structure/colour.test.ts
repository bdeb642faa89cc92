import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../ui/marks/contrast.ts';
import { nameColour } from './colour.ts';

const backgrounds = ['#efe9dc', '#1f2522'];
const hex = fc.integer({ min: 1, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);

describe('Name colours', () => {
  it('Name colours are readable in both themes, whatever the colour of the role', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...backgrounds), (colour, background) => {
        expect(contrast(nameColour(colour, background) ?? '', background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('Name colours are the role’s colour when that is readable', () => {
    expect(nameColour('#1d4e89', '#efe9dc')).toBe('#1d4e89');
  });

  it('Name colours are the text’s when the role has no colour', () => {
    expect(nameColour('#000000', '#efe9dc')).toBeUndefined();
    expect(nameColour('red', '#efe9dc')).toBeUndefined();
  });
});
