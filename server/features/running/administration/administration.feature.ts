/**
 * Administration of Palabre: the list of all accounts, suspended ones and the banned addresses, for administrators
 * alone (`access.administrator`); other people get a 404.
 * Handlers: administration.ts, administrators.ts; suspension.ts and departure.ts (decision 0065); SQL:
 * administration.store.ts. On the page: AdminPage.tsx.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { administration } from './administration.ts';

export const administrationFeature: Feature = {
  serves: serving(api.administration, administration),
};
