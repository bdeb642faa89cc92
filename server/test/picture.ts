import sharp from 'sharp';

/** A picture as someone would send it: a PNG. */
export const picture = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#1d6a51' } })
    .png()
    .toBuffer();
