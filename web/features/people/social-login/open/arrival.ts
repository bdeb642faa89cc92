import { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialRefusals } from '@palabre/common/contract/people/social-login.ts';
import { arrivalCookie, arrivalFields } from '@palabre/common/rules/arrival.ts';
import { paths } from '../../../../platform/address/paths.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { call } from '../../../../platform/server/api.ts';
import { login, userOfToken, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { keepPending, type Pending } from '../../otp/open/pending.ts';

/** What a login by a provider tells the page it ends on. */
interface Arrival {
  token: string | null;
  /** The provider by which nobody was let in. */
  error: string | null;
  reason: string | null;
  /** Somebody whose code of two-step is still asked for. */
  half: Pending | null;
}

/** What the server has just told this browser, which then forgets it. */
function takeTold(): URLSearchParams {
  const secure = location.protocol === 'https:';
  const name = arrivalCookie(secure);
  const kept = document.cookie.split('; ').find(part => part.startsWith(`${name}=`));
  if (!kept) return new URLSearchParams();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
  document.cookie = `${name}=; path=/; max-age=0${secure ? '; Secure' : ''}`;
  // Read as a query is, which takes whatever another page has left there.
  return new URLSearchParams(new URLSearchParams(`told=${kept.slice(name.length + 1)}`).get('told') ?? '');
}

/**
 * Takes what a login by a provider has ended with, once: the one way in besides the forms. It is what the server told
 * this browser at the end of its own way to the provider; what an address says is dropped before (web/opening.ts).
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

/** Why nobody was let in, for the page to say it under its form. */
export const lastRefusal = (): SocialRefusal | null => refusal;

async function isGood(token: string): Promise<boolean> {
  try {
    return (await call(api.users.verifyToken, { body: { token } })).isValid;
  } catch {
    return false;
  }
}

/**
 * Opens the session that a provider's login has ended with, or says that there is none.
 * @returns where to go, when not to the form
 */
export async function arrive(arrival: Arrival): Promise<'in' | 'code' | null> {
  const { token, error, reason, half } = arrival;
  const t = i18n.within('users', 'social');
  refusal = null;
  if (token && (await isGood(token))) {
    // Opened meanwhile, in another tab.
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

/** Goes on with the session that is open: the one that a provider's login has just ended with is closed, which is said where it is another person's. */
export function stay({ token }: Arrival): void {
  if (!token) return;
  const { token: open, user } = useSession.getState();
  if (token === open) return;
  call(api.users.logout, {}, { token }).catch((cause: unknown) =>
    logFailure('The session that is not used could not be ended', cause),
  );
  if (userOfToken(token)?._id !== user?._id) alerts.info(i18n.within('users', 'social')('stayed'));
}
