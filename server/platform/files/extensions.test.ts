import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mayBeNamed } from './extensions.ts';
import { beginningOf } from './types.ts';

const bytes = (hex: string, size = 200) =>
  Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(size)]);
/** A part of a ZIP, without its directory at the end. */
function entry(name: string, said = ''): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt32LE(said.length, 18);
  header.writeUInt32LE(said.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name + said)]);
}

const typesOfWord =
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const contents = {
  png: bytes('89504e470d0a1a0a 0000000d 49484452'),
  jpeg: bytes('ffd8ffe0 0010 4a464946'),
  gif: bytes('474946383961'),
  // Its directory is at the end of 80,000 bytes.
  tiff: bytes('49492a00 10380100', 80_000),
  movie: bytes('00000020 66747970 6d703432'),
  quickTime: bytes('00000020 66747970 71742020'),
  program: bytes('4d5a9000'),
  old: bytes('d0cf11e0a1b11ae1'),
  archive: entry('plan/lisez-moi.txt', 'Bonjour'),
  java: entry('META-INF/MANIFEST.MF'),
  openDocument: entry('mimetype', 'application/vnd.oasis.opendocument.text'),
  word: entry('[Content_Types].xml', typesOfWord),
  pdf: Buffer.from('%PDF-1.7\n'),
  xml: Buffer.from('<?xml version="1.0"?><svg/>'),
  latin: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>été</a>', 'latin1'),
  drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  text: Buffer.from('Le plan du rez-de-chaussée'),
  cars: Buffer.from('BMW;12\n'),
  table: Buffer.from('déjà;vu\n', 'latin1'),
  wide: Buffer.from('\ufeffÉté\tpassé', 'utf16le'),
  wideOther: Buffer.from('\ufeffÉté\tpassé', 'utf16le').swap16(),
  unknown: bytes('e7 01 c3 00 99 b1', 0),
  empty: Buffer.alloc(0),
} as const;

async function fits(content: keyof typeof contents, name: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-extensions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'draft');
  await writeFile(path, contents[content]);
  return mayBeNamed(name, await beginningOf({ path, size: contents[content].length }));
}

test.each<[content: keyof typeof contents, names: string]>([
  ['png', 'a.png A.PNG b.apng'],
  ['jpeg', 'a.jpg a.jpeg a.JPE'],
  ['tiff', 'a.tif a.tiff a.nef'],
  ['movie', 'a.mp4 a.m4v a.mov a.m4a'],
  ['quickTime', 'a.mov a.mp4'],
  ['program', 'a.exe a.dll'],
  ['old', 'a.doc a.xls a.ppt a.docx'],
  ['archive', 'a.zip a.docx a.xlsx a.odt a.jar a.cbz'],
  ['java', 'a.jar a.war a.zip'],
  ['openDocument', 'a.odt a.zip'],
  ['word', 'a.docx a.docm a.dotx a.zip'],
  ['pdf', 'a.pdf a.ai'],
  ['xml', 'a.svg a.xml a.kml a.txt'],
  ['latin', 'a.xml'],
  ['drawing', 'a.svg a.html'],
  ['text', 'a.txt a.md a.csv a.PY a.json'],
  ['cars', 'a.csv a.txt'],
  ['table', 'a.csv a.txt'],
  ['wide', 'a.txt a.csv'],
  ['wideOther', 'a.txt a.csv'],
  ['unknown', 'a.txt a.tif a.mp3 a.mpg'],
])('Content « %s » may be named %s', async (content, names) => {
  for (const name of names.split(' ')) expect([name, await fits(content, name)]).toEqual([name, true]);
});

test('An extension that no family has, or none, says nothing of the content', async () => {
  for (const content of Object.keys(contents) as (keyof typeof contents)[])
    for (const name of ['plan', 'plan.palabre', 'fichier.bin', 'a.ts', 'cle.pub'])
      expect([content, name, await fits(content, name)]).toEqual([content, name, true]);
});

test.each<[content: keyof typeof contents, names: string]>([
  ['png', 'a.jpg a.pdf a.txt a.svg a.docx'],
  ['gif', 'a.png a.csv'],
  ['movie', 'a.mkv a.mp3 a.heic'],
  ['program', 'a.png a.pdf a.docx a.txt a.csv a.zip a.mp3 a.tif'],
  ['old', 'a.odt a.pdf a.zip'],
  ['archive', 'a.png a.doc a.pdf a.rar'],
  ['java', 'a.docx a.odt'],
  ['openDocument', 'a.docx a.ods a.jar.png'],
  ['word', 'a.xlsx a.odt a.doc'],
  ['pdf', 'a.docx a.png a.txt a.csv'],
  ['xml', 'a.png a.pdf'],
  ['text', 'a.png a.PDF a.exe a.tif a.mp3 a.zip a.xls'],
  ['cars', 'a.png a.tif'],
  ['wide', 'a.png a.tif'],
  ['wideOther', 'a.png a.tif a.mp3'],
  ['unknown', 'a.png a.jpg a.pdf a.zip a.mp4 a.docx'],
])('Content « %s » may not be named %s', async (content, names) => {
  for (const name of names.split(' ')) expect([name, await fits(content, name)]).toEqual([name, false]);
});
