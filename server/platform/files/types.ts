import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { Draft } from './drafts.ts';

/** Bytes read from the start of a file; office documents need more of them than other types. */
const headBytes = 65_536;

/** Detects the media type of a file by its bytes, whatever its name: a known signature, else text, else binary. */
export async function typeOf({ path, size }: Draft): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, headBytes)),
      0,
      Math.min(size, headBytes),
      0,
    );
    const head = buffer.subarray(0, bytesRead);
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    if (found) return found.mime.split(';')[0] as string;
    return isText(head, size > bytesRead) ? 'text/plain' : 'application/octet-stream';
  } finally {
    await file.close();
  }
}

/** Says whether bytes are UTF-8 text; the last character may be cut. */
function isText(head: Buffer, cut: boolean): boolean {
  if (head.includes(0)) return false;
  return [0, 1, 2, 3].some(less => (cut || less === 0) && isUtf8(head.subarray(0, head.length - less)));
}
