import { createHash, createHmac, randomInt } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import type { Language } from '../../../../platform/http/errors.ts';
import { demand } from '../../../../platform/http/errors.ts';
import type { For } from '../../../../platform/jobs/lines.ts';
import type { Purpose } from '../../../../platform/postgres/tables.ts';
import type { Services } from '../../../../platform/services.ts';
import { keyFor } from '../../../../platform/sessions/secret-box.ts';
import type { From } from '../../../../platform/sessions/session.ts';
import { inTransaction, type Work } from '../../../../platform/work.ts';
import { codeLetter } from '../otp.mails.ts';
import { deleteCodes, findAddressee, goodForMs, spendTry, writeCode } from '../otp.store.ts';
import { type Asking, type Counted, countedOf, countTry } from '../spending.ts';
import { proveAddress } from './prove-address.ts';

const triesOfOne = 5;

/**
 * What is asked for when a code is. Whether there is such a person is looked at when it is sent; when it is asked for, only to
 * say how soon.
 */
export interface CodeRequest {
  userId: string;
  purpose: Purpose;
  /** Sent only if this is that person's; undefined: who asks has proved who they are. */
  email?: string;
  from: From;
  language: Language;
  at: number;
  /** Who waits for it: nobody, when there is no such account. */
  whom: For;
}

/** Requests for nobody that wait at once: a later one takes the place of an earlier. */
const placesOfNobody = 500;

/** By the server's secret: whoever reads the database would guess one of a million in no time. */
const hashOf = ({ env }: Services, userId: string, purpose: Purpose, code: string): Buffer =>
  createHmac('sha256', keyFor(env.jwtSecret, 'codes')).update(`${userId} ${purpose} ${code}`).digest();

/** Has a code made and sent. It takes the same time for a person who is not there. */
export function askForCode({ jobs }: Services, request: CodeRequest): Promise<void> {
  const { userId, whom } = request;
  const place = createHash('sha256').update(userId).digest().readUInt32BE() % placesOfNobody;
  return jobs.add('otp.send', request, { whom, ...(whom === 'nobody' && { key: `otp.send:${place}` }) });
}

/** The job that makes codes and sends them: whatever this takes, nobody's request tells of it. */
export const sendCodes = (services: Services) => ({
  name: 'otp.send',
  together: 3,
  async run({ userId, purpose, email, from, language, at, whom }: CodeRequest): Promise<void> {
    // Who asked so long ago waits no more.
    if (Date.now() - at > goodForMs) return;
    await services.database.kysely.transaction().execute(async db => {
      const person = await findAddressee(db, userId);
      if (!person || (email !== undefined && email !== person.email)) return;
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      await writeCode(db, userId, purpose, hashOf(services, userId, purpose, code));
      // The one thing that a code of this purpose is for, while two-step is off.
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
 * Spends a try of a person's code, and uses the code up when it is right. The transaction must commit whatever comes of it,
 * or the try would not count: what a wrong code refuses is refused after it.
 */
export async function tryCode(
  services: Services,
  work: Work,
  { userId, purpose, code }: { userId: string; purpose: Purpose; code: string },
): Promise<boolean> {
  const { db } = work;
  const right = await spendTry(db, userId, purpose, hashOf(services, userId, purpose, code), triesOfOne);
  if (!right) return false;
  await deleteCodes(db, userId, purpose);
  // A reset proves it with the new password.
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
 * Refuses unless this is the code sent to that account, whose password has just been given, to link it to another:
 * `otp_required` when there is none, and `otp_invalid`. Called outside of any transaction.
 */
export async function demandLinkCode(services: Services, asking: Asking, code: string | undefined): Promise<void> {
  demand(code, 'otp_required');
  const counted = await countedOf(services, asking, undefined);
  await demandCode(services, counted, { purpose: 'link', code, wrong: 'otp_invalid' });
}

/**
 * Refuses unless this is the code that one has had sent to oneself, to set the password that one's account does not have:
 * `otp_required` when there is none, and `otp_incorrect`. A wrong one counts for the address as well. Called outside of any
 * transaction.
 */
export async function demandOwnCode(services: Services, asking: Asking, code: string | undefined): Promise<void> {
  const { address } = asking.from;
  const counted = await countedOf(services, asking, undefined);
  if (!counted.known) await services.limits.spend('codeAddress', address);
  demand(code, 'otp_required');
  await demandCode(services, counted, { purpose: 'verify', code, wrong: 'otp_incorrect' });
  if (!counted.known) await services.limits.refund('codeAddress', address);
}
