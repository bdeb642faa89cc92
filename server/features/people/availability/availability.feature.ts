/**
 * Availability: working hours, absences and « ne pas déranger », which decide who is off duty (decision 0064). Nothing
 * disturbs people off duty: every mail or push about messages first asks `duty`. The rule is
 * `common/rules/people/duty.ts`. availability.ts serves them; duty.ts tells who is off duty. SQL: availability.store.ts
 * (changes), open/availability.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { availability } from './availability.ts';
import { createDuty, type Duty } from './duty.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Tells who is off duty. */
    duty: Duty;
  }
}

export const availabilityFeature: Feature = {
  provides: ({ services, now }) => ({ duty: createDuty(services, now) }),
  serves: serving(api.availability, availability),
};
