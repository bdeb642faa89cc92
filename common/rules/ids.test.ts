import { expect, test } from 'vitest';
import { timeOfId } from './ids.ts';

test('timeOfId reads the time from an id of version 7, and none from another', () => {
  // The example of RFC 9562.
  expect(timeOfId('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')?.toISOString()).toBe('2022-02-22T19:22:22.000Z');
  expect(timeOfId('919108f7-52d1-4320-9bac-f847db4148a8')).toBeNull();
  for (const other of ['general', 'x017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '017f22e2-79b0-7cc3'])
    expect(timeOfId(other)).toBeNull();
});
