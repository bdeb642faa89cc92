/**
 * Registration: who may have an account, as administrators choose (decision 0066): everybody, by invitation, by
 * addresses of listed domains, after approval, or by a provider alone.
 * Handlers: registration.ts; every way of making an account (`openAccount`) calls open/gate.ts. `people/admissions` has
 * the requests and approvals.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { registration } from './registration.ts';

export const registrationFeature: Feature = {
  serves: serving(api.registration, registration),
};
