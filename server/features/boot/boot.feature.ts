/**
 * Boot: GET /boot answers in one request everything that a page shows first: the parts of boot.ts are the answers of
 * their own endpoints. The page side (web/features/boot/) fills its cache from them.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { boot } from './boot.ts';

export const bootFeature: Feature = {
  serves: serving(api.boot, boot),
};
