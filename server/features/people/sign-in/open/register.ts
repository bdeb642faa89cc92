import { removeImage, saveSquareImage } from '../../../../platform/files/images.ts';
import type { UploadedImage } from '../../../../platform/http/multipart.ts';
import { type Db, newId } from '../../../../platform/postgres/db.ts';
import type { Services } from '../../../../platform/services.ts';
import { hashPassword } from '../../../../platform/sessions/passwords.ts';
import type { Work } from '../../../../platform/work.ts';
import { demandFreeEmail, openAccount } from '../../otp/open/open-account.ts';
import type { Browser } from '../../otp/open/open-session.ts';
import { demandMayRegister, type Entry } from '../../registration/open/gate.ts';
import { demandGoodPassword } from '../../users/open/good-password.ts';

/** Person who registers by a form, and their browser. */
export interface Registering extends Browser {
  db: Db;
  services: Services;
  image: UploadedImage | null;
}

/**
 * Makes the account of a person who registers by a form, and opens its first session.
 * @param also receives the account's id, and stores more in its transaction
 */
export async function register(
  { db, services, image, ...browser }: Registering,
  { password, ...who }: { firstName: string; lastName: string; email: string; password: string },
  entry: Entry,
  also?: (work: Work, id: string) => Promise<void>,
): ReturnType<typeof openAccount> {
  await demandGoodPassword(services, { password }, who);
  // Checked before anything about the address is revealed, and again with the account.
  await demandMayRegister(db, who.email, entry);
  await demandFreeEmail(db, who.email);
  const passwordHash = await hashPassword(password);
  const id = newId();
  const avatar = image && (await saveSquareImage(services, { person: id, address: browser.from.address }, id, image));
  try {
    return await openAccount(
      services,
      { ...who, id, passwordHash, avatar },
      browser,
      entry,
      also && (work => also(work, id)),
    );
  } catch (error) {
    await removeImage(services, avatar).catch(() => {});
    throw error;
  }
}
