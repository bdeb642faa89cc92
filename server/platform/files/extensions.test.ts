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
  // Its first bytes end amid a letter.
  long: Buffer.from(`a${'é'.repeat(40_000)}`),
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
  ['long', 'a.txt a.csv'],
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
  ['long', 'a.tif a.mp3 a.mpg'],
  ['cars', 'a.png a.tif'],
  ['wide', 'a.png a.tif'],
  ['wideOther', 'a.png a.tif a.mp3'],
  ['unknown', 'a.png a.jpg a.pdf a.zip a.mp4 a.docx'],
])('Content « %s » may not be named %s', async (content, names) => {
  for (const name of names.split(' ')) expect([name, await fits(content, name)]).toEqual([name, false]);
});

/** Signatures, by the words of file-type, and the extensions under which they are accepted. */
const accepted: Record<string, string> = {
  jpg: 'jpg jpeg jpe jfif',
  png: 'png apng',
  apng: 'png apng',
  gif: 'gif',
  webp: 'webp',
  bmp: 'bmp dib',
  ico: 'ico cur',
  cur: 'ico cur',
  heic: 'heic heif hif avif',
  avif: 'heic heif hif avif',
  jxl: 'jxl',
  jp2: 'jp2 jpx jpf jpm j2k j2c jpc',
  j2c: 'jp2 jpx jpf jpm j2k j2c jpc',
  tif: 'tif tiff dng nef nrw cr2 arw sr2 pef',
  nef: 'tif tiff dng nef nrw cr2 arw sr2 pef',
  cr3: 'cr3',
  psd: 'psd psb',
  pdf: 'pdf ai',
  ps: 'ai ps eps',
  eps: 'ai ps eps',
  rtf: 'rtf',
  docx: 'docx docm dotx dotm zip jar',
  xlsx: 'xlsx xlsm xltx xltm zip',
  pptx: 'pptx pptm potx potm ppsm zip',
  ppsx: 'ppsx',
  vsdx: 'vsdx zip',
  odt: 'odt ott zip',
  ods: 'ods ots zip',
  odp: 'odp otp zip',
  odg: 'odg otg zip',
  epub: 'epub zip',
  '3mf': '3mf zip',
  zip: 'docx xlsx pptx docm xlsm pptm odt ods epub ott zip jar war ear aar apk ipa xpi whl nupkg kmz cbz pages numbers',
  cfb: 'doc xls xlt ppt pps msi docx xlsx pptx docm xlsm pptm',
  apk: 'apk zip',
  gz: 'gz tgz',
  'tar.gz': 'gz tgz',
  bz2: 'bz2 tbz2',
  xz: 'xz txz',
  zst: 'zst tzst',
  '7z': '7z cb7',
  rar: 'rar cbr',
  tar: 'tar',
  cab: 'cab',
  deb: 'deb',
  rpm: 'rpm',
  mp4: 'mp4 m4v m4a m4b m4p mov qt 3gp 3g2 f4v',
  f4a: 'mp4 f4v',
  mkv: 'mkv mka webm',
  webm: 'mkv mka webm',
  avi: 'avi',
  asf: 'wmv wma asf',
  flv: 'flv',
  mpg: 'mpg mpeg m2v vob',
  mts: 'mpg mpeg m2v vob',
  mp3: 'mp3 mp2 mpga aac flac',
  aac: 'mp3 mp2 mpga aac',
  wav: 'wav',
  ogg: 'ogg oga ogv ogx opus spx',
  opus: 'ogg oga ogv ogx opus spx',
  flac: 'flac',
  aif: 'aif aiff aifc',
  mid: 'mid midi',
  ttf: 'ttf otf ttc',
  otf: 'ttf otf ttc',
  woff: 'woff',
  woff2: 'woff2',
  exe: 'exe dll ocx cpl',
  class: 'class',
  wasm: 'wasm',
  swf: 'swf',
  lnk: 'lnk',
  sqlite: 'sqlite sqlite3',
  mobi: 'mobi azw azw3',
  chm: 'chm',
  dwg: 'dwg',
};
/** Extensions of texts, in any encoding. */
const texts =
  'txt text md markdown csv tsv log json jsonl yaml yml toml ini conf cfg sql srt vtt ics vcf eml tex bib diff patch ' +
  'html htm xhtml xml svg xsd xsl xslt kml gpx rss atom css js mjs cjs jsx tsx php java c h cpp hpp cs go rs py rb sh bash ' +
  'bat cmd ps1 reg';

test('Each known signature may have the extensions of its kind, and a file without it may have none of them', () => {
  const named = (end: string, ext: string | undefined, isText: boolean) =>
    mayBeNamed(`a.${end}`, { found: ext === undefined ? undefined : { ext, mime: 'x/y' }, isText } as never);
  for (const [ext, ends] of Object.entries(accepted))
    for (const end of ends.split(' ')) {
      expect([ext, end, named(end, ext, false)]).toEqual([ext, end, true]);
      // A text, and a signature of no other kind.
      expect([end, named(end, undefined, true), named(end, 'blend', false)]).toEqual([end, false, false]);
    }
  for (const end of texts.split(' ')) {
    for (const ext of ['png', 'pdf', 'rtf', 'ps', 'eps', 'exe'])
      expect([ext, end, named(end, ext, false)]).toEqual([ext, end, false]);
    for (const ext of ['xml', 'vtt', 'vcf', 'ics', 'reg', 'pgp'])
      expect([ext, end, named(end, ext, false)]).toEqual([ext, end, true]);
    // Two letters of a text may be those of a bitmap; four of a PDF are not.
    expect([end, named(end, 'bmp', true), named(end, 'pdf', true), named(end, undefined, false)]).toEqual([
      ...[end, true, false, true],
    ]);
  }
});
