import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { linkedAccounts } from './linked-accounts.ts';

export const linkedAccountsFeature: Feature = {
  serves: serving(api.linkedAccounts, linkedAccounts),
};
