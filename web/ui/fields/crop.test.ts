// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cropToPng } from './crop.ts';

const drawn = vi.fn();
let png: Blob | null;
let isPicture: boolean;
beforeEach(() => {
  drawn.mockReset();
  [png, isPicture] = [new Blob(['png']), true];
  // jsdom draws no pictures.
  HTMLImageElement.prototype.decode = () => (isPicture ? Promise.resolve() : Promise.reject(new Error('No picture')));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => ({ drawImage: drawn }) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, kind) {
    drawn(this.width, this.height, kind);
    done(png);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

const crop = (width: number) => cropToPng('blob:moi', { x: 10, y: 20, width, height: width }, 'avatar.png', 512);

test.each([
  [300.4, 300],
  [300.6, 301],
  [512, 512],
  [2_000, 512],
  [0.2, 1],
])('A square of %s pixels of a picture becomes a PNG of %s', async (width, side) => {
  const file = await crop(width);
  expect([file.name, file.type, file.size]).toEqual(['avatar.png', 'image/png', 3]);
  const [image, ...places] = drawn.mock.calls[0] as [HTMLImageElement, ...number[]];
  expect([image.src, places]).toEqual(['blob:moi', [10, 20, width, width, 0, 0, side, side]]);
  expect(drawn.mock.calls[1]).toEqual([side, side, 'image/png']);
});

test('A file that is no picture, or that the browser cannot draw, gives none', async () => {
  png = null;
  await expect(crop(300)).rejects.toThrow('no png');
  isPicture = false;
  await expect(crop(300)).rejects.toThrow('No picture');
});
