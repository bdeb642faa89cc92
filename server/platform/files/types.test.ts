import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { beginningOf, type FileType, typeOf } from './types.ts';

/** Returns the type found for a draft of these bytes, and its charset. */
async function typeFor(bytes: Buffer): Promise<FileType> {
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
    const found = await typeFor(Buffer.from('a'.repeat(before) + sign.repeat(40_000)));
    expect(found).toEqual({ type: 'text/plain', charset: 'utf-8' });
  }
});

test('A text with a byte that no character has is none, and neither is a short text cut within one', async () => {
  for (const bytes of [Buffer.from([0x61, 0xff, 0x62]), Buffer.from('déjà').subarray(0, 2), Buffer.from('a\0b')]) {
    expect(await typeFor(bytes)).toEqual({ type: 'application/octet-stream', charset: null });
  }
});

test.each([
  ['a text', '', 'text/plain'],
  ['XML', '<?xml version="1.0"?>', 'application/xml'],
  ['a calendar', 'BEGIN:VCALENDAR\n', 'text/calendar'],
])('The charset of %s is that of all its bytes, to the last one', async (_what, beginning, type) => {
  const long = Buffer.from(beginning + 'été '.repeat(40_000));
  expect(await typeFor(long)).toEqual({ type, charset: 'utf-8' });
  for (const end of [Buffer.from([0xe9]), Buffer.from('€').subarray(0, 2)])
    expect(await typeFor(Buffer.concat([long, end]))).toEqual({ type, charset: null });
});

test('A file that is no text has no charset, though its bytes be UTF-8', async () => {
  expect(await typeFor(Buffer.from('%PDF-1.7\n'))).toEqual({ type: 'application/pdf', charset: null });
  expect(await typeFor(Buffer.alloc(0))).toEqual({ type: 'text/plain', charset: 'utf-8' });
});

test.runIf(tellsOpenFiles).each([
  ['beginning', beginningOf],
  ['type', typeOf],
])(
  'A file whose %s was read is closed, whether it could be read or not (skipped beyond Linux)',
  async (_what, read) => {
    const folder = await mkdtemp(join(tmpdir(), 'palabre-types-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'draft');
    await writeFile(path, 'Un texte');
    await read({ path, size: 8 });
    // A folder is opened, and cannot be read.
    await expect(read({ path: folder, size: 8 })).rejects.toThrow('EISDIR');
    expect(await openFilesIn(folder)).toEqual([]);
  },
);
