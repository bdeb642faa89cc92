import sharp from 'sharp';

/** Makes a PNG, as a person would send it. */
export const picture = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#1d6a51' } })
    .png()
    .toBuffer();
