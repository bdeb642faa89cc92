import { expect, test } from 'vitest';
import { lacksTwoStep } from './two-step.ts';

test('lacksTwoStep is true of who must have two-step and has not set it up, or has not proven the address of its codes', () => {
  const booleans = [false, true];
  const lacks = (twoStepRequired?: true) =>
    booleans.flatMap(doubleAuthentification =>
      booleans.map(verification =>
        lacksTwoStep({ ...(twoStepRequired && { twoStepRequired }), doubleAuthentification, verification }),
      ),
    );
  expect([lacks(true), lacks()]).toEqual([
    [true, true, true, false],
    [false, false, false, false],
  ]);
});
