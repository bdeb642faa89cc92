import { expect, it } from 'vitest';
import { keyFor, seal, unseal } from './secret-box.ts';

const secret = new TextEncoder().encode('only for tests, never for anything else');
const key = keyFor(secret, 'mails');

it('What is sealed for one use is opened by that use alone, and by no other secret', () => {
  const sealed = seal('Le code est 123456.', key);
  expect(sealed).not.toContain('123456');
  expect(unseal(sealed, keyFor(secret, 'mails'))).toBe('Le code est 123456.');
  expect(unseal(sealed, keyFor(secret, 'codes')), 'by another use').toBeNull();
  expect(unseal(sealed, keyFor(new TextEncoder().encode('another'), 'mails')), 'by another secret').toBeNull();
});

it('What was sealed and is damaged, cut or was never sealed is not opened, and one text is never sealed alike twice', () => {
  const [sealed, again] = [seal('Bonjour', key), seal('Bonjour', key)];
  expect(sealed).not.toBe(again);
  const bytes = Buffer.from(sealed, 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8((damaged.readUInt8(at) + 1) % 256, at);
    expect(unseal(damaged.toString('base64'), key), `byte ${at}`).toBeNull();
    expect(unseal(bytes.subarray(0, at).toString('base64'), key), `the first ${at} bytes`).toBeNull();
  }
});
