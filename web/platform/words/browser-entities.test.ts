// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { decodeHTMLStrict } from './browser-entities.ts';

test.each([
  ['&eacute;', 'é'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&#233;', 'é'],
  ['&#x1F333;', '🌳'],
  ['&NotEqualTilde;', '≂̸'],
  ['&nothing;', '&nothing;'],
  ['&nbsp;', '\u00a0'],
  ['&semi;', ';'],
  ['&#59;', ';'],
  ['&#0;', '\ufffd'],
])('%s means « %s »', (reference, meaning) => expect(decodeHTMLStrict(reference)).toBe(meaning));
