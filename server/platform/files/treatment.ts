import sharp, { type Metadata, type Sharp } from 'sharp';

/** Picture to make. */
export interface PictureTask {
  /** Bytes of the source, or the path of its file. */
  source: Buffer | string;
  /** Format that the decoder must find. */
  format: string;
  /** Crop: `square` fills a square; `whole` fits into a square. */
  shape: 'square' | 'whole';
  /** Side in pixels, at most. */
  side: number;
  quality: number;
  /** Keeps the animation, and pads a non-square picture with transparency. */
  lively: boolean;
}

/** Resulting picture. */
export interface MadePicture {
  bytes: Buffer;
  width: number;
  height: number;
  /** Displayed size of the source. */
  of: { width: number; height: number };
}

/** Result of {@link treat}; `large` when the picture would cost more than `costAtMost`. */
export type Treated = MadePicture | 'invalid' | 'large';

/** Limit on the pixels of a source: four times a phone's picture; a decompression bomb claims thousands of millions. */
const pixelsAtMost = 64_000_000;
/** Limit on the pixels of an interlaced source: all of them are in memory at once. */
const interlacedPixelsAtMost = 50_000_000;
/** Limit on the side of a source: beyond, a strip of few pixels takes as long as a large picture. */
const longestSidePixels = 16_384;
/** Limit on the frames of an animation: more would annoy readers, and take long to decode. */
const framesAtMost = 200;

// Disables sharp's cache between pictures, and gives each picture one thread.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Makes a smaller picture and re-encodes it: only pixels remain, no metadata and nothing hidden behind the picture.
 * @param costAtMost cost limit in pixels, as {@link costOf} counts; only the header of a more expensive picture is read
 */
export async function treat(task: PictureTask, costAtMost: number): Promise<Treated> {
  const { source, format, lively } = task;
  const options = { limitInputPixels: pixelsAtMost, failOn: 'error', pages: lively ? -1 : 1 } as const;
  try {
    const found = await sharp(source, options).metadata();
    if (found.format !== format || !isAccepted(found, lively)) return 'invalid';
    if (costOf(found, lively) > costAtMost) return 'large';
    const { data, info } = await resized(sharp(source, options).autoOrient(), found, task)
      .webp({ quality: task.quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, of: seen(found) };
  } catch {
    return 'invalid';
  }
}

/** Returns the displayed size: after the EXIF rotation, and of one frame. */
function seen({ autoOrient, pageHeight }: Metadata): { width: number; height: number } {
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
}

function resized(image: Sharp, found: Metadata, { shape, side, lively }: PictureTask): Sharp {
  if (shape === 'whole') return image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const sides = [found.width, found.pageHeight ?? found.height];
  const size = Math.max(1, Math.min(side, lively ? Math.max(...sides) : Math.min(...sides)));
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return image.resize(size, size, { fit: lively ? 'contain' : 'cover', background });
}

function isAccepted({ width, height, pageHeight = height, pages = 1, isProgressive }: Metadata, lively: boolean) {
  if (Math.max(width, pageHeight) > longestSidePixels) return false;
  if (isProgressive && width * height > interlacedPixelsAtMost) return false;
  return !lively || pages <= framesAtMost;
}

/**
 * Estimates the cost of a picture, in ordinary pixels: an interlaced pixel counts four times, since all are in memory
 * at once; a JPEG pixel counts a quarter, since most are skipped while shrinking.
 */
function costOf({ format, width, height, pageHeight, pages = 1, isProgressive, depth }: Metadata, lively: boolean) {
  const pixels = width * (pageHeight ?? height) * (lively ? pages : 1) * (depth === 'ushort' ? 2 : 1);
  if (isProgressive) return pixels * 4;
  return format === 'jpeg' ? pixels / 4 : pixels;
}
