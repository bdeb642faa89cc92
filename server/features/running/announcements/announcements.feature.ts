/**
 * Announcements of administrators: a banner that everybody sees until its end, or until they dismiss it, once for all of
 * their devices (decision 0068).
 * announcements.ts serves them; SQL: announcements.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { announcements } from './announcements.ts';

export const announcementsFeature: Feature = {
  serves: serving(api.announcements, announcements),
};
