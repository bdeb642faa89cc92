/** A square of a picture, in the picture's pixels. */
export interface CropBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Crops `box` from the picture at `url` to a PNG file, at most `maxSide` pixels wide. Rejects if the file is not a picture.
 */
export async function cropToPng(url: string, box: CropBox, fileName: string, maxSide: number): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = Math.max(1, Math.min(maxSide, Math.round(box.width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2d canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, box.x, box.y, box.width, box.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The canvas gave no png');
  return new File([blob], fileName, { type: 'image/png' });
}
