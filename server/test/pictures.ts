import sharp, { type Sharp } from 'sharp';

/** A picture of one colour, with something in its metadata that nobody else should read. */
export const picture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#2a6390' } }).withExif({
    IFD0: { Copyright: 'secret-de-famille' },
  });
