import sharp, { type Sharp } from 'sharp';

/** Makes a picture of one colour, with private metadata. */
export const picture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#2a6390' } }).withExif({
    IFD0: { Copyright: 'secret-de-famille' },
  });

/** Makes a picture to look at: hills under a sky of this colour. */
export const landscape = (width: number, height: number, sky: string): Promise<Buffer> => {
  const hills = `<path d="M0 ${height} V${height * 0.6} Q${width * 0.3} ${height * 0.35} ${width * 0.6} ${height * 0.62} T${width} ${height * 0.55} V${height}z" fill="#1d6a51"/>`;
  const sun = `<circle cx="${width * 0.72}" cy="${height * 0.3}" r="${height * 0.12}" fill="#e39a2d"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${sky}"/>${sun}${hills}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
};

/** Makes a second of a tone, as WAV. */
export function tone(): Buffer {
  const [rate, seconds] = [8_000, 1];
  const samples = Buffer.from(Array.from({ length: rate * seconds }, (_, n) => 128 + Math.round(60 * Math.sin(n / 3))));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
