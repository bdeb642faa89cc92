/**
 * Admissions: requests for an account where registration is restricted, and administrators' decisions on them (decision
 * 0066). A mail with a link, sent to a listed domain or after an approval, gives the right to make the account of its
 * address.
 * Handlers: admissions.ts; asking.ts answers requests in a job; SQL: admissions.store.ts; mails: admissions.mails.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { pruneAdmissions } from './admissions.store.ts';
import { admissions } from './admissions.ts';
import { answerAsking } from './asking.ts';

export const admissionsFeature: Feature = {
  serves: serving(api.admissions, admissions),
  jobs: ({ services }) => [
    answerAsking(services),
    { name: 'admissions.prune', cron: '43 3 * * *', run: () => pruneAdmissions(services.database.kysely) },
  ],
};
