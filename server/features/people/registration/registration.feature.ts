/**
 * Registration: who may have an account, as administrators choose (decision 0066): everybody, by invitation, by
 * addresses of listed domains, after approval, or by a provider alone.
 * Handlers: registration.ts; open/gate.ts is asked by every way of making an account (`openAccount`). Asking and
 * approving is `people/admissions`.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { registration } from './registration.ts';

export const registrationFeature: Feature = {
  serves: serving(api.registration, registration),
};
