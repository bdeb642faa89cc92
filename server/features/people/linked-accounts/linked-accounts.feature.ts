/**
 * Linked accounts: pairs of accounts of one person, who switches between them without a password (decision 0026).
 * Handlers: linked-accounts.ts; users/open/links.store.ts stores links, users/open/links.ts ends them together with
 * their proof. On the page: switch.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { linkedAccounts } from './linked-accounts.ts';

export const linkedAccountsFeature: Feature = {
  serves: serving(api.linkedAccounts, linkedAccounts),
};
