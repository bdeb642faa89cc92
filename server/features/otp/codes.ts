import { createHmac, randomInt } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import type { Language } from '../../platform/http/errors.ts';
import { demand } from '../../platform/http/errors.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { Purpose } from '../../platform/postgres/tables.ts';
import { keyFor } from '../../platform/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import type { From } from '../../platform/session.ts';
import { noteProven } from '../users/users.store.ts';
import { codeLetter } from './otp.mails.ts';
import { deleteCodes, findAddressee, goodForMs, spendTry, writeCode } from './otp.store.ts';

const triesOfOne = 5;

/** What is asked for when a code is. Whether there is such a person is looked at when it is sent, not when it is asked. */
export interface CodeRequest {
  userId: string;
  purpose: Purpose;
  /** Sent only if this is that person's; undefined: who asks has proved who they are. */
  email?: string;
  from: From;
  language: Language;
  at: number;
}

/** By the server's secret: whoever reads the database would guess one of a million in no time. */
const hashOf = ({ env }: Services, userId: string, purpose: Purpose, code: string): Buffer =>
  createHmac('sha256', keyFor(env.jwtSecret, 'codes')).update(`${userId} ${purpose} ${code}`).digest();

/** Has a code made and sent. It takes the same time for a person who is not there. */
export const askForCode = ({ jobs }: Services, request: CodeRequest): Promise<void> => jobs.add('otp.send', request);

/** The job that makes codes and sends them: whatever this takes, nobody's request tells of it. */
export const sendCodes = (services: Services) => ({
  name: 'otp.send',
  async run({ userId, purpose, email, from, language, at }: CodeRequest): Promise<void> {
    // Who asked so long ago waits no more.
    if (Date.now() - at > goodForMs) return;
    await services.database.kysely.transaction().execute(async db => {
      const person = await findAddressee(db, userId);
      if (!person || (email !== undefined && email !== person.email)) return;
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      await writeCode(db, userId, purpose, hashOf(services, userId, purpose, code));
      // The one thing that a code of this purpose is for, while two-step is off.
      const toSetPassword = purpose === 'verify' && person.passwordless && !person.twoStep;
      const letter = codeLetter(language, toSetPassword ? 'password' : purpose, {
        ...person,
        code,
        from,
        at: new Date(at),
      });
      await services.mails.send({ to: person.email, until: new Date(Date.now() + goodForMs), ...letter }, db);
    });
  },
});

/**
 * Spends a try of a person's code, and uses the code up when it is right. The transaction must commit whatever comes of it,
 * or the try would not count: what a wrong code refuses is refused after it.
 */
export async function tryCode(
  services: Services,
  db: Tx,
  { userId, purpose, code }: { userId: string; purpose: Purpose; code: string },
): Promise<boolean> {
  const right = await spendTry(db, userId, purpose, hashOf(services, userId, purpose, code), triesOfOne);
  if (!right) return false;
  await deleteCodes(db, userId, purpose);
  await noteProven(db, userId);
  return true;
}

async function demandCode(
  services: Services,
  given: { userId: string; purpose: Purpose; code: string | undefined },
  wrong: 'otp_invalid' | 'otp_incorrect',
): Promise<void> {
  const { userId, purpose, code } = given;
  demand(code, 'otp_required');
  const right = await services.database.kysely
    .transaction()
    .execute(db => tryCode(services, db, { userId, purpose, code }));
  demand(right, wrong);
}

/**
 * Refuses unless this is the code sent to that account, whose password has just been given, to link it to another:
 * `otp_required` when there is none, and `otp_invalid`. Called outside of any transaction.
 */
export const demandLinkCode = (services: Services, userId: string, code: string | undefined): Promise<void> =>
  demandCode(services, { userId, purpose: 'link', code }, 'otp_invalid');

/**
 * Refuses unless this is the code that one has had sent to oneself, to set the password that one's account does not have:
 * `otp_required` when there is none, and `otp_incorrect`. A wrong one counts for the address as well. Called outside of any
 * transaction.
 */
export async function demandOwnCode(
  services: Services,
  { userId, ip }: { userId: string; ip: string },
  code: string | undefined,
): Promise<void> {
  await services.limits.spend('codeAddress', ip);
  await demandCode(services, { userId, purpose: 'verify', code }, 'otp_incorrect');
  await services.limits.refund('codeAddress', ip);
}
