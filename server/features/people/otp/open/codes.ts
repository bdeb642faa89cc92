import { createHash, randomInt } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import type { Language } from '../../../../platform/http/errors.ts';
import { demand } from '../../../../platform/http/errors.ts';
import type { For } from '../../../../platform/jobs/lines.ts';
import type { Purpose } from '../../../../platform/postgres/tables.ts';
import type { Services } from '../../../../platform/services.ts';
import type { From } from '../../../../platform/sessions/session.ts';
import { inTransaction, type Work } from '../../../../platform/work.ts';
import { codeLetter } from '../otp.mails.ts';
import { deleteCodes, findAddressee, goodForMs, spendTry, writeCode } from '../otp.store.ts';
import { type Asking, type Counted, countedOf, countTry } from '../spending.ts';
import { proveAddress } from './prove-address.ts';

const triesOfOne = 5;

/**
 * Request for a code. The job that sends the code checks that the person exists; the request is checked only for its
 * priority.
 */
export interface CodeRequest {
  userId: string;
  purpose: Purpose;
  /** Address that must be the person's for the code to be sent; undefined when the requester's identity is proven. */
  email?: string;
  from: From;
  language: Language;
  at: number;
  /** Priority of the job: `nobody` for an unknown account. */
  whom: For;
}

/** Slots for pending requests for unknown accounts: a later request replaces an earlier one in its slot. */
const placesOfNobody = 500;

/**
 * Hashes of a code: the first is stored, all are accepted. Keyed with the server's secret, since a reader of the
 * database could try all of a million codes at once.
 */
const hashesOf = ({ secrets }: Services, userId: string, purpose: Purpose, code: string) =>
  secrets.marksOf('codes', `${userId} ${purpose} ${code}`);

/** Queues a job that makes and sends a code, in the same time for an unknown person. */
export function askForCode({ jobs }: Services, request: CodeRequest): Promise<void> {
  const { userId, whom } = request;
  const place = createHash('sha256').update(userId).digest().readUInt32BE() % placesOfNobody;
  return jobs.add('otp.send', request, { whom, ...(whom === 'nobody' && { key: `otp.send:${place}` }) });
}

/** Job that makes and sends codes, outside requests, which thus all take the same time. */
export const sendCodes = (services: Services) => ({
  name: 'otp.send',
  together: 3,
  async run({ userId, purpose, email, from, language, at, whom }: CodeRequest): Promise<void> {
    // A request older than the code's lifetime is dropped.
    if (Date.now() - at > goodForMs) return;
    await services.database.kysely.transaction().execute(async db => {
      const person = await findAddressee(db, userId);
      if (!person || (email !== undefined && email !== person.email)) return;
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      await writeCode(db, userId, purpose, hashesOf(services, userId, purpose, code)[0]);
      // With two-step off, a `verify` code either sets the first password or proves the address: the mail says which.
      const toSetPassword = purpose === 'verify' && person.passwordless && !person.twoStep;
      const toProve = purpose === 'verify' && !person.proven && !person.twoStep;
      const letter = codeLetter(language, toSetPassword ? 'password' : toProve ? 'prove' : purpose, {
        ...person,
        code,
        from,
        at: new Date(at),
      });
      await services.mails.send({ to: person.email, until: new Date(Date.now() + goodForMs), whom, ...letter }, db);
    });
  },
});

/**
 * Spends a try of a person's code, and deletes the code when it is right. The transaction must commit either way, or
 * the try would not count: the caller refuses a wrong code afterwards.
 */
export async function tryCode(
  services: Services,
  work: Work,
  { userId, purpose, code }: { userId: string; purpose: Purpose; code: string },
): Promise<boolean> {
  const { db } = work;
  const right = await spendTry(db, userId, purpose, hashesOf(services, userId, purpose, code), triesOfOne);
  if (!right) return false;
  await deleteCodes(db, userId, purpose);
  // A reset proves the address together with the new password.
  if (purpose !== 'reset') await proveAddress(services, work, userId, 'code');
  return true;
}

async function demandCode(
  services: Services,
  counted: Counted,
  { purpose, code, wrong }: { purpose: Purpose; code: string; wrong: 'otp_invalid' | 'otp_incorrect' },
): Promise<void> {
  const { userId } = counted;
  await countTry(services, counted, async () => {
    demand(await inTransaction(services, work => tryCode(services, work, { userId, purpose, code })), wrong);
  });
}

/**
 * Demands the code sent to an account whose password has just been given, to link it to another. Fails with
 * `otp_required` without a code, else `otp_invalid`. Call it outside any transaction.
 */
export async function demandLinkCode(services: Services, asking: Asking, code: string | undefined): Promise<void> {
  demand(code, 'otp_required');
  const counted = await countedOf(services, asking, undefined);
  await demandCode(services, counted, { purpose: 'link', code, wrong: 'otp_invalid' });
}

/**
 * Demands the code that a person requested to set the password that their account lacks. Fails with `otp_required`
 * without a code, else `otp_incorrect`; a wrong code counts for the address too. Call it outside any transaction.
 */
export async function demandOwnCode(services: Services, asking: Asking, code: string | undefined): Promise<void> {
  demand(code, 'otp_required');
  const { address } = asking.from;
  const counted = await countedOf(services, asking, undefined);
  if (!counted.known) await services.limits.spend('codeAddress', address);
  await demandCode(services, counted, { purpose: 'verify', code, wrong: 'otp_incorrect' });
  if (!counted.known) await services.limits.refund('codeAddress', address);
}
