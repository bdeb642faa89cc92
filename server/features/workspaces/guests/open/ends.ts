import { limits } from '@palabre/common/contract/fields.ts';
import { demand } from '../../../../platform/http/errors.ts';

const dayMs = 86_400_000;

/** Parses the requested end of a stay; fails with `stay_end` unless it is between a day and a year ahead. */
export function demandStay(endsAt: string): Date {
  const ahead = Date.parse(endsAt) - Date.now();
  demand(ahead >= limits.stayDaysMin * dayMs && ahead <= limits.stayDaysMax * dayMs, 'stay_end');
  return new Date(endsAt);
}
