import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Makes a square PNG of one bit a pixel that claims this side, whatever its pixels are. */
function claiming(side: number, pixels: Buffer, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, interlaced ? 1 : 0], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/** Makes a PNG of a few hundred bytes that claims a side of `side` pixels. */
export const bomb = (side: number): Buffer => claiming(side, Buffer.alloc(1_000));

/** The seven passes of an interlaced PNG: first column and row, and steps to the next. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Makes a black interlaced PNG at a hundredth of the cost of drawing it. */
export function interlaced(side: number): Buffer {
  const bytes = passes.reduce((sum, [x, y, right, down]) => {
    const [columns, rows] = [Math.ceil((side - x) / right), Math.ceil((side - y) / down)];
    // Each row begins with its filter.
    return sum + rows * (1 + Math.ceil(columns / 8));
  }, 0);
  return claiming(side, Buffer.alloc(bytes), true);
}
