/**
 * Societies: companies that people belong to, one at a time; a row of `society_people` is a member or a pending request
 * (decision 0029). common/rules/society-membership.ts has the transitions of a person's membership.
 * Handlers: societies.ts; membership.ts changes a membership (`changeMembership`: joining, a request accepted or
 * declined, leaving), whitelist.ts lets in by address, removal.ts removes a person from restricted workspaces too
 * (decision 0048), open/ending.ts deletes a society, open/societies.view.ts chooses the fields shown to each person.
 * SQL: societies.store.ts and shared.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { societies } from './societies.ts';

export const societiesFeature: Feature = {
  serves: serving(api.societies, societies),
};
