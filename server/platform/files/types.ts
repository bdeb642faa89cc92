import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { Draft } from './drafts.ts';

/** What tells one type from another stands in the first bytes; office documents need more of them than others. */
const looked = 65_536;

/** The type of a file by its bytes, whatever its name says: known by its mark, else text when it is, else bytes. */
export async function typeOf({ path, size }: Draft): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, looked)), 0, Math.min(size, looked), 0);
    const head = buffer.subarray(0, bytesRead);
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    if (found) return found.mime.split(';')[0] as string;
    return isText(head, size > bytesRead) ? 'text/plain' : 'application/octet-stream';
  } finally {
    await file.close();
  }
}

/** The last character of what was looked at may be cut in two. */
function isText(head: Buffer, cut: boolean): boolean {
  if (head.includes(0)) return false;
  return [0, 1, 2, 3].some(less => (cut || less === 0) && isUtf8(head.subarray(0, head.length - less)));
}
