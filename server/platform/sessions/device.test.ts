import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) CriOS/130.0 Safari/604.1',
    'Chrome · iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile', 'Chrome · Android'],
  ['node', null],
  ['', null],
  [undefined, null],
])('User-Agent %s is described as %s', (userAgent, told) => {
  expect(deviceOf(userAgent)).toBe(told);
});

it('a very long User-Agent is read only at its beginning', () => {
  const signs = 'Firefox/132.0 (Windows NT 10.0)';
  expect(deviceOf(`${signs}${' '.repeat(100_000)}Edg/130.0`)).toBe('Firefox · Windows');
  expect(deviceOf(`${' '.repeat(512)}${signs}`)).toBeNull();
});
