import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { pictureOf } from './thumbnails.ts';

const who = { person: 'camille', address: '192.0.2.1' };

it('Pictures of one person that come at once are all made smaller, one after the other, and what is no picture is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-thumbnails-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const draft = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return { path, size: bytes.length };
  };
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'white' } });
  const wide = await draft('a.png', await drawn(1_600, 400).png().toBuffer());
  // Turned by its camera.
  const turned = await draft('b.jpg', await drawn(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const many = await Promise.all(Array.from({ length: 5 }, () => pictureOf(wide, 'image/png', who)));
  for (const made of many)
    expect(made).toMatchObject({ width: 1_600, height: 400, thumbnail: { width: 800, height: 200 } });
  expect(await pictureOf(turned, 'image/jpeg', who)).toMatchObject({
    ...{ width: 40, height: 60, thumbnail: { width: 40, height: 60 } },
  });
  const { format, exif } = await sharp(many[0]?.thumbnail.bytes).metadata();
  expect([format, exif]).toEqual(['webp', undefined]);
  // Browsers show no TIFF; a format that its bytes contradict, or none at all, is no picture.
  expect(await pictureOf(await draft('c.tif', await drawn(9, 9).tiff().toBuffer()), 'image/tiff', who)).toBeNull();
  expect(await pictureOf(wide, 'image/jpeg', who)).toBeNull();
  expect(await pictureOf(await draft('d.png', Buffer.from('Bonjour')), 'image/png', who)).toBeNull();
});
