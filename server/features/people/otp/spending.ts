import { errors, wrongCodes } from '@palabre/common/contract/errors.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { AppError, type Language } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/http/floods/limits.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceHashOf, deviceKey } from '../../../platform/sessions/known-devices.ts';
import type { From } from '../../../platform/sessions/session.ts';
import { toldLetter } from './open/told.mails.ts';
import { findAddressee, readAsked } from './otp.store.ts';

/** An account whose codes are asked for or tried, and by whom. */
export interface Asking {
  userId: string;
  from: From;
  language: Language;
  cookies: Pick<Cookies, 'get'>;
}

/** The same with what the limits of that are counted by. */
export interface Counted extends Omit<Asking, 'cookies'> {
  key: string;
  /** Whether the account knows the browser: no limit of its address refuses it. */
  known: boolean;
}

/**
 * What the limits of an account's codes are counted by: the account in a browser that it knows; the account, for whoever has
 * proved who they are elsewhere; for all others, the account and what they have said of it. What one uses up is not another's.
 * @param said the address it is said to have; undefined: who asks has proved who they are
 * @returns with whether that is its address
 */
export async function countedOf(
  { database }: Pick<Services, 'database'>,
  { cookies, ...asking }: Asking,
  said: string | undefined,
): Promise<Counted & { there: boolean }> {
  const { userId } = asking;
  const hash = deviceHashOf(cookies);
  const { there, known } = await readAsked(database.kysely, userId, said ?? null, hash);
  if (hash && known) return { ...asking, key: deviceKey(userId, hash), known, there };
  return { ...asking, key: said === undefined ? userId : `${userId} ${said}`, known: false, there };
}

/** A limit of a day that an account has reached. */
type Reached = 'codeDay' | 'codeTries';

/** A mail that tells the owner of an account that a limit of a day is reached. */
interface Told extends Omit<Asking, 'cookies'> {
  what: Reached;
  at: number;
}

const job = 'otp.reached';

/** Spends what a code that is sent costs: one a minute, five an hour, ten a day. */
export async function spendSending(services: Services, counted: Counted): Promise<void> {
  const { limits } = services;
  await limits.spend('codeMinute', counted.key);
  await limits.spend('codeHour', counted.key);
  const left = await limits.spend('codeDay', counted.key);
  if (left === 0) await tell(services, counted, 'codeDay');
}

/** Counts a try of a code before it is made; a right one is given back. */
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

/** Asked for whether or not there is such an account, like the codes themselves. */
function tell({ jobs }: Services, { userId, from, language }: Counted, what: Reached): Promise<void> {
  const told: Told = { userId, from, language, what, at: Date.now() };
  return jobs.add(job, told, { key: `${job}:${userId}`, whom: 'nobody' });
}

/** The job that tells owners, once a day each. */
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
