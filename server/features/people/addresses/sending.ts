import { randomInt } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import { addressCodeHours } from '@palabre/common/contract/people/addresses.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction } from '../../../platform/work.ts';
import { emailState } from '../users/open/users.store.ts';
import { addressLetter } from './addresses.mails.ts';
import { writeCode } from './addresses.store.ts';

const job = 'addresses.send';
const goodForMs = addressCodeHours * 60 * 60_000;

/** Change whose code is to be mailed. */
export interface CodeToSend {
  userId: string;
  /** New address. */
  email: string;
  language: Language;
  at: number;
}

/**
 * Hashes of a code: the first is stored, all are accepted. Keyed with the server's secret, since a reader of the
 * database could try all of a million codes at once.
 */
export const hashesOf = ({ secrets }: Pick<Services, 'secrets'>, userId: string, email: string, code: string) =>
  secrets.marksOf('codes', `${userId} address ${email} ${code}`);

/** Queues the mail of a code, with the transaction that stores its change. */
export const sendCode = ({ jobs }: Services, db: Db, asked: CodeToSend): Promise<void> =>
  jobs.add(job, asked, { db, whom: 'known' });

/**
 * Job that checks whether a new address is free, and mails it the code; the owner of an address with an account gets a
 * mail that says so, a banned address none. Runs outside requests: answer and response time are the same for any
 * address.
 */
export const sendAddressCodes = (services: Services) => ({
  name: job,
  together: 2,
  async run({ userId, email, language, at }: CodeToSend): Promise<void> {
    const until = new Date(at + goodForMs);
    if (until.getTime() < Date.now()) return;
    await inTransaction(services, async ({ db }) => {
      const state = await emailState(db, email);
      if (state === 'banned') return;
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      const isFree = state === 'free';
      const [hash] = hashesOf(services, userId, email, code);
      const person = isFree ? await writeCode(db, userId, email, hash) : undefined;
      if (isFree && !person) return;
      const letter = person
        ? addressLetter('code', { language, email, at: new Date(at), ...person, code })
        : addressLetter('taken', { language, email, at: new Date(at), firstName: '', zone: null, by: null });
      await services.mails.send({ to: email, until, whom: 'known', ...letter }, db);
    });
  },
});
