import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { accounts } from './accounts.ts';
import { eraseAsked } from './erasure.ts';

export const accountsFeature: Feature = {
  serves: serving(api.accounts, accounts),
  jobs: ({ services }) => [{ name: 'accounts.erase', cron: '* * * * *', run: () => eraseAsked(services) }],
};
