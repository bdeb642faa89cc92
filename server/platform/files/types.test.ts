import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { typeOf } from './types.ts';

/** Returns the type found for a draft of these bytes. */
async function typeFor(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-types-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'draft');
  await writeFile(path, bytes);
  return typeOf({ path, size: bytes.length });
}

test.each([
  ['é', 2],
  ['€', 3],
  ['😀', 4],
])('A long text is a text, wherever its first bytes end within « %s »', async (sign, bytes) => {
  for (let before = 0; before < bytes; before += 1) {
    expect(await typeFor(Buffer.from('a'.repeat(before) + sign.repeat(40_000)))).toBe('text/plain');
  }
});

test('A text with a byte that no character has is none, and neither is a short text cut within one', async () => {
  for (const bytes of [Buffer.from([0x61, 0xff, 0x62]), Buffer.from('déjà').subarray(0, 2), Buffer.from('a\0b')]) {
    expect(await typeFor(bytes)).toBe('application/octet-stream');
  }
});
