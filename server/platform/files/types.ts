import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { Draft } from './drafts.ts';

/** Bytes read from the start of a file; office documents need more of them than other types. */
const headBytes = 65_536;
/** Bytes of the longest character of UTF-8, but its last: those that a piece of a text may end within. */
const cutAtMost = 3;

/** Media type of a file, and `utf-8` for a text that is so to its last byte. */
export interface FileType {
  type: string;
  charset: 'utf-8' | null;
}

/** Detects the media type of a file by its bytes, whatever its name: a known signature, else text, else binary. */
export async function typeOf({ path, size }: Draft): Promise<FileType> {
  const file = await open(path, 'r');
  try {
    const head = await readPiece(file, 0);
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    const type = found ? (found.mime.split(';')[0] as string) : typeOfText(head, size > head.length);
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

const typeOfText = (head: Buffer, isCut: boolean): string =>
  !head.includes(0) && utf8Length(head, isCut) !== null ? 'text/plain' : 'application/octet-stream';

/** Returns how many of these bytes are whole characters of UTF-8; null when they are none. The last may be cut. */
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
