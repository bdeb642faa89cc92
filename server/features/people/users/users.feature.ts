/**
 * Users: public profiles, search of people and names.
 * Handlers: users.ts. open/ serves other features: users.store.ts (SQL), guesses.ts (limits of passwords), logins.ts
 * (counts of logins), lasting.ts (changes that require an identity proof), own-password.ts, links.ts and links.store.ts
 * (linked accounts), tell-profile.ts (events of profiles).
 */

import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { type BreachedPasswords, createBreachedPasswords } from '../../../platform/sessions/breached-passwords.ts';
import { Logins } from './open/logins.ts';
import { endpoints, users } from './users.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    logins: Logins;
    breachedPasswords: BreachedPasswords;
  }
}

export const usersFeature: Feature = {
  provides: ({ services }) => ({ logins: new Logins(), breachedPasswords: createBreachedPasswords(services) }),
  measures: ({ logins }, metrics) => {
    const help = 'Proofs of identity that were tried, by kind and outcome';
    metrics.totals('palabre_logins_total', help, ['kind', 'outcome'], () => logins.counts());
  },
  serves: serving(endpoints, users),
  endsLast: ({ breachedPasswords }) => breachedPasswords.close(),
};
