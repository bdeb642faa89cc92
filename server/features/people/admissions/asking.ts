import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '../../../platform/http/errors.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { asking } from '../registration/open/asking.ts';
import { wayIn } from '../registration/open/gate.ts';
import { administrators, emailState } from '../users/open/users.store.ts';
import { type AdmissionMail, admissionLetter } from './admissions.mails.ts';
import { type Asked, insertRequest, isFull, writePass } from './admissions.store.ts';

/** Hashes a token as it was received. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Subject of the administrators' notification about pending requests: one notification each, however many strangers
 * ask.
 */
export const requestsSubject = 'registration';

/** Sends a mail about a requested account. */
export async function sendAdmission(
  { mails }: Pick<Services, 'mails'>,
  db: Db,
  kind: AdmissionMail,
  { email, firstName, language, path }: { email: string; firstName: string; language: Language; path?: string },
): Promise<void> {
  const letter = admissionLetter(language, kind, { email, firstName, ...(path && { path }) });
  await mails.send({ to: email, whom: kind === 'link' ? 'anyone' : 'known', ...letter }, db);
}

/** Gives an address the right to make an account, by a mail with its link. */
export async function givePass(
  services: Pick<Services, 'mails'>,
  db: Db,
  { email, firstName, lastName, language, approved }: Omit<Asked, 'message'> & { approved: boolean },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await writePass(db, { id: newId(), email, approved, firstName, lastName, hash: hashOf(token) });
  const path = `/register/${token}`;
  await sendAdmission(services, db, approved ? 'approved' : 'link', { email, firstName, language, path });
}

/** Puts a request on the administrators' list, and into their inboxes. */
async function putOnList(work: Work, asked: Asked): Promise<void> {
  if (await isFull(work.db)) return;
  if (!(await insertRequest(work.db, asked))) return;
  await notify(work, await administrators(work.db), {
    type: 'registration',
    content: `${asked.firstName} ${asked.lastName} (${asked.email}) demande un compte.`,
    link: '/settings/admin?tab=registration',
    actorId: null,
    subject: requestsSubject,
  });
}

/**
 * Job that answers a request for an account, outside requests: answer and response time are the same for any address.
 */
export const answerAsking = (services: Services) => ({
  name: asking,
  together: 2,
  run: (asked: Asked): Promise<void> =>
    inTransaction(services, async work => {
      const { db } = work;
      const { email, firstName, language } = asked;
      const state = await emailState(db, email);
      if (state === 'banned') return;
      const way = await wayIn(db, email);
      if (way === 'closed') return;
      if (state === 'taken')
        return sendAdmission(services, db, 'known', { email, firstName, language, path: '/login' });
      if (way === 'link') return givePass(services, db, { ...asked, approved: false });
      await putOnList(work, asked);
    }),
});
