import type { UploadedImage } from '../http/multipart.ts';
import type { Asker } from '../pacing/gate.ts';
import type { Services } from '../services.ts';
import { removeImage, saveSquareImage } from './images.ts';

/**
 * Stores the logo that a person sent, if any, and runs `work` with its URL path; deletes the logo when `work` fails.
 */
export async function withLogo<T>(
  services: Services,
  who: Asker,
  image: UploadedImage | null,
  work: (logo: string | null) => Promise<T>,
): Promise<T> {
  const logo = image && (await saveSquareImage(services, who, who.person, image));
  try {
    return await work(logo);
  } catch (error) {
    removeImage(services, logo).catch(() => {});
    throw error;
  }
}
