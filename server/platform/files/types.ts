import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { type FileTypeResult, fileTypeFromBuffer } from 'file-type';
import type { Draft } from './drafts.ts';

/** Bytes read from the start of a file; office documents need more than other types. */
const headBytes = 65_536;
/** Longest UTF-8 character minus its last byte: the most bytes of a character that a cut may leave at the end. */
const cutAtMost = 3;

/** Media type of a file, and `utf-8` for a text in UTF-8 to its last byte. */
export interface FileType {
  type: string;
  charset: 'utf-8' | null;
}

/** Type and text-ness of a file, judged by its first bytes, whatever its name. */
export interface Beginning {
  /** Type of a known signature. */
  found: FileTypeResult | undefined;
  /** Whether the bytes are text: UTF-8, or UTF-16 with its mark. */
  isText: boolean;
}

/** Judges a file by its first bytes. */
export async function beginningOf({ path, size }: Draft): Promise<Beginning> {
  const file = await open(path, 'r');
  try {
    const head = await readPiece(file, 0);
    const isMarked = ['fffe', 'feff'].includes(head.toString('hex', 0, 2));
    return { found: await signatureOf(head), isText: isMarked || isTextOf(head, size > head.length) };
  } finally {
    await file.close();
  }
}

const signatureOf = (head: Buffer) => fileTypeFromBuffer(head).catch(() => undefined);

/** Detects the media type of a file by its bytes, whatever its name: a known signature, else text, else binary. */
export async function typeOf({ path, size }: Draft): Promise<FileType> {
  const file = await open(path, 'r');
  try {
    const head = await readPiece(file, 0);
    const found = await signatureOf(head);
    const text = isTextOf(head, size > head.length) ? 'text/plain' : 'application/octet-stream';
    const type = found ? (found.mime.split(';')[0] as string) : text;
    const isWritten = /^text\/|[/+]xml$/.test(type);
    return { type, charset: isWritten && (await isAllUtf8(file, size)) ? 'utf-8' : null };
  } finally {
    await file.close();
  }
}

/** Reads a piece of a file. */
async function readPiece(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at);
  return buffer.subarray(0, bytesRead);
}

const isTextOf = (head: Buffer, isCut: boolean): boolean => !head.includes(0) && utf8Length(head, isCut) !== null;

/**
 * Returns how many of these bytes are whole UTF-8 characters; null when they are not UTF-8. The last character may be
 * cut.
 */
function utf8Length(bytes: Buffer, isCut: boolean): number | null {
  for (let less = 0; less <= (isCut ? cutAtMost : 0) && less <= bytes.length; less += 1)
    if (isUtf8(bytes.subarray(0, bytes.length - less))) return bytes.length - less;
  return null;
}

/** Says whether a file is UTF-8 to its end. */
async function isAllUtf8(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 0; at < size; ) {
    const piece = await readPiece(file, at);
    const length = utf8Length(piece, at + piece.length < size);
    if (!length) return false;
    at += length;
  }
  return true;
}
