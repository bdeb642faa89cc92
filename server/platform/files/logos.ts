import type { UploadedImage } from '../http/multipart.ts';
import type { Services } from '../services.ts';
import { removeImage, saveSquareImage } from './images.ts';

/** Does the work with the address of the logo that a person sent, if any; the logo goes again when the work fails. */
export async function withLogo<T>(
  services: Services,
  userId: string,
  image: UploadedImage | null,
  work: (logo: string | null) => Promise<T>,
): Promise<T> {
  const logo = image && (await saveSquareImage(services, userId, userId, image));
  try {
    return await work(logo);
  } catch (error) {
    forgetImage(services, logo);
    throw error;
  }
}

/** Removes an image nobody sees any more, without making anyone wait for it. */
export function forgetImage(services: Services, address: string | null): void {
  removeImage(services, address).catch(() => {});
}
