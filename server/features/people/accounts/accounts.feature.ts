/**
 * Accounts: a person's own profile, password, two-step switch and list of sessions, and the deletion of an account
 * (decision 0027).
 * Handlers: accounts.ts, remove.ts; contacts.ts sets the manager and the deputy (decision 0048); open/deletion.ts
 * deletes an account, erasure.ts blanks its messages on request. On the page: « Mon Profil » and onboarding (decision
 * 0024).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { accounts } from './accounts.ts';
import { eraseAsked } from './erasure.ts';

export const accountsFeature: Feature = {
  serves: serving(api.accounts, accounts),
  jobs: ({ services }) => [{ name: 'accounts.erase', cron: '* * * * *', run: () => eraseAsked(services) }],
};
