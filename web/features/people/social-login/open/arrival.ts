/**
 * The end of a provider login: the server sets a short-lived cookie and redirects to /login, where this module opens
 * the session, asks for the two-step code, or says why the login was refused.
 */

import { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialRefusals } from '@palabre/common/contract/people/social-login.ts';
import { arrivalCookie, arrivalFields } from '@palabre/common/rules/people/arrival.ts';
import { paths } from '../../../../platform/address/paths.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { call } from '../../../../platform/server/api.ts';
import { login, userOfToken, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { keepPending, type Pending } from '../../otp/open/pending.ts';

/** Result of a provider login. */
interface Arrival {
  token: string | null;
  /** Provider whose login was refused. */
  error: string | null;
  reason: string | null;
  /** Pending login whose two-step code is awaited. */
  half: Pending | null;
}

/** Reads and deletes the arrival cookie. */
function takeTold(): URLSearchParams {
  const secure = location.protocol === 'https:';
  const name = arrivalCookie(secure);
  const kept = document.cookie.split('; ').find(part => part.startsWith(`${name}=`));
  if (!kept) return new URLSearchParams();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
  document.cookie = `${name}=; path=/; max-age=0${secure ? '; Secure' : ''}`;
  // URLSearchParams decodes without throwing, even if another page has put anything in the cookie.
  return new URLSearchParams(new URLSearchParams(`told=${kept.slice(name.length + 1)}`).get('told') ?? '');
}

/**
 * Takes the result of a provider login, once. The result comes from the cookie set at the end of this browser's own
 * provider login; session parameters of the address were dropped before (web/opening.ts).
 */
export function takeArrival({ pathname }: Pick<URL, 'pathname'>): Arrival | null {
  if (pathname !== paths.login) return null;
  const told = takeTold();
  const [token, pending, id, email, firstName, error, reason] = arrivalFields.map(name => told.get(name));
  if (!token && !pending && !error) return null;
  const user = { _id: id ?? '', email: email ?? '', firstName: firstName ?? '', doubleAuthentification: true as const };
  const half = pending && id && email ? { token: null, user, pending } : null;
  return { token: token ?? null, error: error ?? null, reason: reason ?? null, half };
}

const names: Record<string, string> = { google: 'Google', facebook: 'Facebook' };
let refusal: SocialRefusal | null = null;

/** Returns why the last provider login was refused, for the page to show under its form. */
export const lastRefusal = (): SocialRefusal | null => refusal;

async function isGood(token: string): Promise<boolean> {
  try {
    return (await call(api.users.verifyToken, { body: { token } })).isValid;
  } catch {
    return false;
  }
}

/**
 * Opens the session of a provider login, or says that there is none.
 * @returns `in` or `code` when the form is to be left, else null
 */
export async function arrive(arrival: Arrival): Promise<'in' | 'code' | null> {
  const { token, error, reason, half } = arrival;
  const t = i18n.within('users', 'social');
  refusal = null;
  if (token && (await isGood(token))) {
    // Another tab opened a session meanwhile.
    if (useSession.getState().token !== null) stay(arrival);
    else {
      alerts.success(t('success'));
      login(token);
    }
    return 'in';
  }
  if (half) {
    keepPending(half);
    return 'code';
  }
  if (token) alerts.error(t('noSession'));
  else if (error) {
    alerts.error(names[error] ? t('failure', { name: names[error] }) : t('failureElsewhere'));
    refusal = socialRefusals.find(known => known === reason) ?? null;
  }
  return null;
}

/** Keeps the open session and ends the provider login's session; an alert says so if the two are of different users. */
export function stay({ token }: Arrival): void {
  if (!token) return;
  const { token: open, user } = useSession.getState();
  if (token === open) return;
  call(api.users.logout, {}, { token }).catch((cause: unknown) =>
    logFailure('The session that is not used could not be ended', cause),
  );
  if (userOfToken(token)?._id !== user?._id) alerts.info(i18n.within('users', 'social')('stayed'));
}
