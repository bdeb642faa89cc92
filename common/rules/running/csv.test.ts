import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each(['=1+1', '+33', '-2', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1', '\tdeux'])(
    'csvLine quotes the formula %j',
    text => {
      expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'");
    },
  );

  it('csvLine keeps any other text as it is', () => {
    expect(csvLine(['Hélène', 'a;b', 'dit "oui"', 'deux\nlignes', 'ou\rtrois', '', '12'])).toBe(
      'Hélène;"a;b";"dit ""oui""";"deux\nlignes";"ou\rtrois";;12\r\n',
    );
  });

  it('csvLine never begins a cell with a formula, for any text', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(csvLine([text]).replace(/^"/, '')).not.toMatch(/^[^\S\r\n]*[=+\-@]/);
      }),
    );
  });
});
