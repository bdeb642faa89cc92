import sharp, { type Metadata, type Sharp } from 'sharp';

/** What is to be made of a picture. */
export interface PictureTask {
  /** Its bytes, or the path of a file that holds them. */
  source: Buffer | string;
  /** What the decoder must find in them: one of those that browsers show. */
  format: string;
  /** A square that it fills, or the whole of it within one. */
  shape: 'square' | 'whole';
  /** Pixels at most. */
  side: number;
  quality: number;
  /** Whether its pictures go on moving, and what does not fill the square stays clear. */
  lively: boolean;
}

/** A picture that was made of another. */
export interface MadePicture {
  bytes: Buffer;
  width: number;
  height: number;
  /** The size of what it was made of, as it is seen. */
  of: { width: number; height: number };
}

/** `large`: it would cost more than it may. */
export type Treated = MadePicture | 'invalid' | 'large';

/** Four times what a phone takes; a bomb claims thousands of millions. */
const pixelsAtMost = 64_000_000;
/** Of one whose lines come in another order, all pixels are held at once. */
const interlacedPixelsAtMost = 50_000_000;
/** Beyond it, a strip of few pixels takes as long as a large picture. */
const longestSide = 16_384;
/** A longer animation would hold whoever reads, and decode for long. */
const framesAtMost = 200;

// Nothing of a picture is kept for the next one, and one thread is what it takes.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Makes a smaller picture of one, and writes it anew: nothing of what was sent remains but its pixels (no metadata,
 * nothing hidden behind the picture).
 * @param costAtMost in pixels, as {@link costOf} counts them; its header alone is read of one that costs more
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

/** Its size as it is seen: turned as it says, and of one of its frames. */
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
  if (Math.max(width, pageHeight) > longestSide) return false;
  if (isProgressive && width * height > interlacedPixelsAtMost) return false;
  return !lively || pages <= framesAtMost;
}

/**
 * What a picture costs, in pixels of a usual one: those that are held all at once count four times, and of a photograph
 * most are never made.
 */
function costOf({ format, width, height, pageHeight, pages = 1, isProgressive, depth }: Metadata, lively: boolean) {
  const pixels = width * (pageHeight ?? height) * (lively ? pages : 1) * (depth === 'ushort' ? 2 : 1);
  if (isProgressive) return pixels * 4;
  return format === 'jpeg' ? pixels / 4 : pixels;
}
