import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bomb, interlaced } from '../../test/png.ts';
import { treat } from './treatment.ts';

/** Makes an animated picture of `frames` frames, no two alike. */
function moving(frames: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 2 * 2 * 3 * frames }, (_, at) => (at * 37) % 251));
  return sharp(pixels, { raw: { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } })
    .gif({ loop: 0 })
    .toBuffer();
}

test('A picture that moves has two hundred frames at most, unless its first one is enough', async () => {
  const task = { format: 'gif', shape: 'square', side: 128, quality: 85 } as const;
  const [longest, longer] = [await moving(200), await moving(201)];
  const costAtMost = Number.POSITIVE_INFINITY;
  expect(await treat({ ...task, source: longest, lively: true }, costAtMost)).toMatchObject({ width: 2, height: 2 });
  expect(await treat({ ...task, source: longer, lively: true }, costAtMost)).toBe('invalid');
  expect(await treat({ ...task, source: longer, lively: false }, costAtMost)).toMatchObject({ width: 2, height: 2 });
});

test('A strip of few pixels is a picture up to 16,384 of them in length', async () => {
  const strip = (width: number) =>
    sharp({ create: { width, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  const task = { format: 'png', shape: 'whole', side: 800, quality: 80, lively: false } as const;
  const [longest, longer] = [await strip(16_384), await strip(16_385)];
  const costAtMost = Number.POSITIVE_INFINITY;
  expect(await treat({ ...task, source: longest }, costAtMost)).toMatchObject({ of: { width: 16_384, height: 1 } });
  expect(await treat({ ...task, source: longer }, costAtMost)).toBe('invalid');
});

test('A picture has sixty-four million pixels at most, by what it claims alone', async () => {
  const task = { format: 'png', shape: 'whole', side: 800, quality: 80, lively: false } as const;
  // With a cost limit of 0, only the picture's head is read.
  const [largest, larger] = [bomb(8_000), bomb(8_001)];
  expect([await treat({ ...task, source: largest }, 0), await treat({ ...task, source: larger }, 0)]).toEqual([
    ...['large', 'invalid'],
  ]);
});

test('A picture costs what its pixels take: four times as much interlaced, twice with sixteen bits, a quarter as JPEG, each frame that moves', async () => {
  const drawn = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'white' } });
  const frames = await moving(3);
  const of = (source: Buffer, format: string, lively = false) => {
    const task = { source, format, shape: 'whole', side: 800, quality: 80, lively } as const;
    return async (costAtMost: number) => (await treat(task, costAtMost)) === 'large';
  };
  for (const [what, isLarge, cost] of [
    ['a PNG', of(await drawn(20).png().toBuffer(), 'png'), 400],
    ['an interlaced PNG', of(interlaced(20), 'png'), 1_600],
    ['a PNG of sixteen bits', of(await drawn(20).toColourspace('rgb16').png().toBuffer(), 'png'), 800],
    ['a JPEG', of(await drawn(20).jpeg().toBuffer(), 'jpeg'), 100],
    ['a progressive JPEG', of(await drawn(20).jpeg({ progressive: true }).toBuffer(), 'jpeg'), 1_600],
    ['the first of three frames', of(frames, 'gif'), 4],
    ['three frames', of(frames, 'gif', true), 12],
  ] as const)
    expect([what, await isLarge(cost), await isLarge(cost - 1)]).toEqual([what, false, true]);
});

test('An interlaced picture has fifty million pixels at most, by what it claims alone', async () => {
  const task = { format: 'png', shape: 'whole', side: 800, quality: 80, lively: false } as const;
  // With a cost limit of 0, only the picture's head is read.
  const [largest, larger] = [interlaced(7_071), interlaced(7_072)];
  expect([await treat({ ...task, source: largest }, 0), await treat({ ...task, source: larger }, 0)]).toEqual([
    ...['large', 'invalid'],
  ]);
});
