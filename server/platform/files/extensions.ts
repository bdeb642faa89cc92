import { endOf } from '@palabre/common/rules/messages/file-names.ts';
import type { Beginning } from './types.ts';

/** Mark of a family some of whose files have no known signature. */
const unsure = '?';

/**
 * File extensions by family, with the file types that a signature may reveal under them, in the words of file-type. An
 * extension of no family promises nothing, and its file may hold anything.
 */
const families: readonly [given: string, found: string][] = [
  ['jpg jpeg jpe jfif', 'jpg'],
  ['png apng', 'png apng'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['bmp dib', 'bmp'],
  ['ico cur', 'ico cur'],
  ['heic heif hif avif', 'heic avif'],
  ['jxl', 'jxl'],
  ['jp2 jpx jpf jpm j2k j2c jpc', 'jp2 jpx jpm j2c'],
  // Their directory may be at their end, which is not read.
  ['tif tiff dng nef nrw cr2 arw sr2 pef', `tif dng nef cr2 arw ${unsure}`],
  ['cr3', 'cr3'],
  ['psd psb', 'psd'],
  ['pdf', 'pdf'],
  ['ai', 'pdf ps eps'],
  ['ps eps', 'ps eps'],
  ['rtf', 'rtf'],
  // With a password, these documents are compound files, like Office files from before 2007.
  ...['docx', 'xlsx', 'pptx', 'ppsx', 'vsdx'].map((one): [string, string] => [one, `${one} zip cfb`]),
  ...['docm', 'dotx', 'dotm'].map((one): [string, string] => [one, `${one} docx zip cfb`]),
  ...['xlsm', 'xltx', 'xltm'].map((one): [string, string] => [one, `${one} xlsx zip cfb`]),
  ...['pptm', 'potx', 'potm', 'ppsm'].map((one): [string, string] => [one, `${one} pptx zip cfb`]),
  ...['odt', 'ods', 'odp', 'odg', 'epub', '3mf'].map((one): [string, string] => [one, `${one} zip`]),
  ['ott', 'ott odt zip'],
  ['ots', 'ots ods zip'],
  ['otp', 'otp odp zip'],
  ['otg', 'otg odg zip'],
  ['doc xls xlt ppt pps msi', 'cfb'],
  [
    'zip jar war ear aar apk ipa xpi whl nupkg kmz cbz pages numbers',
    'zip jar apk xpi docx xlsx pptx docm xlsm pptm odt ods odp odg epub 3mf vsdx',
  ],
  ['gz tgz', 'gz tar.gz'],
  ['bz2 tbz2', 'bz2'],
  ['xz txz', 'xz'],
  ['zst tzst', 'zst'],
  ['7z cb7', '7z'],
  ['rar cbr', 'rar'],
  ['tar', 'tar'],
  ['cab', 'cab'],
  ['deb', 'deb'],
  ['rpm', 'rpm'],
  ['mp4 m4v m4a m4b m4p mov qt 3gp 3g2 f4v', 'mp4 m4v m4a m4b m4p mov 3gp 3g2 f4v f4p f4a f4b'],
  ['mkv mka webm', 'mkv webm'],
  ['avi', 'avi'],
  ['wmv wma asf', 'asf'],
  ['flv', 'flv'],
  ['mpg mpeg m2v vob', `mpg mts ${unsure}`],
  // Frames may begin after some padding.
  ['mp3 mp2 mpga aac', `mp3 mp2 mp1 aac ${unsure}`],
  ['wav', 'wav'],
  ['ogg oga ogv ogx opus spx', 'ogg oga ogv ogm ogx opus spx'],
  // With a long tag, the first bytes only show that it is a sound.
  ['flac', 'flac mp3'],
  ['aif aiff aifc', 'aif'],
  ['mid midi', 'mid'],
  ['ttf otf ttc', 'ttf otf ttc'],
  ['woff', 'woff'],
  ['woff2', 'woff2'],
  ['exe dll ocx cpl', 'exe'],
  ['class', 'class'],
  ['wasm', 'wasm'],
  ['swf', 'swf'],
  ['lnk', 'lnk'],
  ['sqlite sqlite3', 'sqlite'],
  ['mobi azw azw3', 'mobi'],
  ['chm', 'chm'],
  ['dwg', 'dwg'],
];

const foundUnder = new Map(
  families.flatMap(([given, found]) => given.split(' ').map(end => [end, new Set(found.split(' '))] as const)),
);

/** Extensions of text files, in any encoding. */
const texts = new Set(
  [
    'txt text md markdown csv tsv log json jsonl yaml yml toml ini conf cfg sql srt vtt ics vcf eml tex bib diff patch',
    'html htm xhtml xml svg xsd xsl xslt kml gpx rss atom css js mjs cjs jsx tsx php java c h cpp hpp cs go rs py rb',
    'sh bash bat cmd ps1 reg',
  ].flatMap(line => line.split(' ')),
);
/** Signatures that text files may have. */
const textual = new Set(['xml', 'vtt', 'vcf', 'ics', 'reg', 'pgp']);
/** Formats that are not readable as text, though all their bytes may be text. */
const written = new Set(['pdf', 'rtf', 'ps', 'eps']);

/**
 * Tells whether the first bytes of a file may belong to the extension of its name. A name without a known extension
 * passes.
 */
export function mayBeNamed(name: string, { found, isText }: Beginning): boolean {
  const end = endOf(name).slice(1).toLowerCase();
  const fitting = foundUnder.get(end);
  if (fitting) return found ? fitting.has(found.ext) : !isText && fitting.has(unsure);
  if (!texts.has(end) || !found) return true;
  // A text may begin with « BMW », like a bitmap: a signature of a few letters proves nothing about a text.
  return textual.has(found.ext) || (isText && !written.has(found.ext));
}
