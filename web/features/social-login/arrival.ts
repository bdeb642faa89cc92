import { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialRefusals } from '@palabre/common/contract/social-login.ts';
import { call } from '../../platform/api.ts';
import { i18n } from '../../platform/i18n.ts';
import { login } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { keepPending, type Pending } from '../otp/pending.ts';

/** What a login by a provider has put in the address of the page it ends on. */
interface Arrival {
  token: string | null;
  /** The provider by which nobody was let in. */
  error: string | null;
  reason: string | null;
  /** Somebody whose code of two-step is still asked for. */
  half: Pending | null;
}

const said = ['token', 'error', 'reason', 'pending', 'id', 'email', 'firstName'] as const;

function halfOf(given: URLSearchParams): Pending | null {
  const [pending, id, email, firstName] = said.slice(3).map(name => given.get(name));
  if (!pending || !id || !email) return null;
  const user = { _id: id, email, firstName: firstName ?? '', doubleAuthentification: true as const };
  return { token: null, user, pending };
}

/** Takes it out of the address, at once: neither the history nor what is copied from the address bar holds a session. */
export function takeArrival({ pathname, searchParams }: URL): Arrival | null {
  if (!['token', 'error', 'pending'].some(name => searchParams.has(name))) return null;
  const [token = null, error = null, reason = null] = said.map(name => searchParams.get(name));
  const half = halfOf(searchParams);
  for (const name of said) searchParams.delete(name);
  window.history.replaceState(window.history.state, '', pathname + (searchParams.size > 0 ? `?${searchParams}` : ''));
  return { token, error, reason, half };
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
 * Opens the session that a provider's login has ended with, or says that there is none (spec 1 §8).
 * @returns where to go, when not to the form
 */
export async function arrive({ token, error, reason, half }: Arrival): Promise<'in' | 'code' | null> {
  const t = i18n.getFixedT(null, 'users', 'social');
  refusal = null;
  if (token && (await isGood(token))) {
    alerts.success(t('success'));
    login(token);
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
