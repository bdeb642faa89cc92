import { errors, wrongCodes } from '@palabre/common/contract/errors.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { AppError, type Language } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/http/floods/limits.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceHashOf, deviceKey } from '../../../platform/sessions/known-devices.ts';
import type { From } from '../../../platform/sessions/session.ts';
import { toldLetter } from './open/told.mails.ts';
import { findAddressee, readAsked } from './otp.store.ts';

/** Account whose codes are requested or tried, and the requester. */
export interface Asking {
  userId: string;
  from: From;
  language: Language;
  cookies: Pick<Cookies, 'get'>;
}

/** Requester with the key of their limits. */
export interface Counted extends Omit<Asking, 'cookies'> {
  key: string;
  /** Whether the account knows the browser, which is then exempt from the limits per address. */
  known: boolean;
}

/**
 * Finds the key under which limits count codes of an account: the account in a known browser; the account, for a person
 * whose identity is proven elsewhere; for others, the account and the e-mail they gave. Keys have separate budgets.
 * @param email e-mail given for the account; undefined when the requester's identity is proven
 * @returns the key, and whether the e-mail is the account's
 */
export async function countedOf(
  { database }: Pick<Services, 'database'>,
  { cookies, ...asking }: Asking,
  email: string | undefined,
): Promise<Counted & { emailMatches: boolean }> {
  const { userId } = asking;
  const hash = deviceHashOf(cookies);
  const { emailMatches, known } = await readAsked(database.kysely, userId, email ?? null, hash);
  if (hash && known) return { ...asking, key: deviceKey(userId, hash), known, emailMatches };
  return { ...asking, key: email === undefined ? userId : `${userId} ${email}`, known: false, emailMatches };
}

/** Daily limit that an account has reached. */
type Reached = 'codeDay' | 'codeTries';

/** Mail that warns an owner of a reached daily limit. */
interface Told extends Omit<Asking, 'cookies'> {
  what: Reached;
  at: number;
}

const job = 'otp.reached';

/** Spends the limits of sending a code: one a minute, five an hour, ten a day. */
export async function spendSending(services: Services, counted: Counted): Promise<void> {
  const { limits } = services;
  await limits.spend('codeMinute', counted.key);
  await limits.spend('codeHour', counted.key);
  const left = await limits.spend('codeDay', counted.key);
  if (left === 0) await tell(services, counted, 'codeDay');
}

/** Counts a try of a code before it is made; refunds a successful one. */
export async function countTry<T>(services: Services, counted: Counted, attempt: () => Promise<T>): Promise<T> {
  const left = await services.limits.spend('codeTries', counted.key);
  try {
    const right = await attempt();
    await services.limits.refund('codeTries', counted.key);
    return right;
  } catch (error) {
    const isWrong = error instanceof AppError && wrongCodes.includes(error.code);
    if (isWrong && left === 0) await tell(services, counted, 'codeTries');
    throw error;
  }
}

/** Queues the mail whether or not the account exists, like the codes themselves. */
function tell({ jobs }: Services, { userId, from, language }: Counted, what: Reached): Promise<void> {
  const told: Told = { userId, from, language, what, at: Date.now() };
  return jobs.add(job, told, { key: `${job}:${userId}`, whom: 'nobody' });
}

/** Job that mails owners, once a day each. */
export const tellReached = ({ database, mails, limits }: Services) => ({
  name: job,
  together: 2,
  async run({ userId, from, language, what, at }: Told): Promise<void> {
    const person = await findAddressee(database.kysely, userId);
    if (!person || !(await isFirst(limits, userId))) return;
    await mails.send({ to: person.email, ...toldLetter(language, what, { ...person, from, at: new Date(at) }) });
  },
});

const isFirst = (limits: Limits, userId: string): Promise<boolean> =>
  limits.spend('codeTold', userId).then(
    () => true,
    error => {
      if (error instanceof AppError && error.status === errors.too_many_requests.status) return false;
      throw error;
    },
  );
