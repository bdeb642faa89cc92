import { expect, test } from 'vitest';
import { endedHere, ending, forgetEnd } from './ended.ts';

test('A place that this page leaves is known as left here, from the request on, until it is entered again', async () => {
  await ending('general', async () => expect(endedHere('general')).toBe(true));
  expect(endedHere('general')).toBe(true);
  forgetEnd('general');
  expect(endedHere('general')).toBe(false);
});

test('A place whose deletion is refused is not known as ended here: its later loss is told', async () => {
  await expect(ending('general', () => Promise.reject(new Error('Non.')))).rejects.toThrow('Non.');
  expect(endedHere('general')).toBe(false);
});
