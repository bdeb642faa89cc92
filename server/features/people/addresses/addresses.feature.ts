/**
 * Changes of the address of an account, by its person or by an administrator, proven by a code mailed to the new address
 * (decision 0070).
 * Handlers: addresses.ts; moving.ts carries a change out; sending.ts mails codes, in a job; SQL: addresses.store.ts;
 * mails: addresses.mails.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { purgeChanges } from './addresses.store.ts';
import { addresses } from './addresses.ts';
import { sendAddressCodes } from './sending.ts';

export const addressesFeature: Feature = {
  serves: serving(api.addresses, addresses),
  jobs: ({ services }) => [
    sendAddressCodes(services),
    { name: 'addresses.purge', cron: '37 * * * *', run: () => purgeChanges(services.database.kysely) },
  ],
};
