import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { boot } from './boot.ts';

export const bootFeature: Feature = {
  serves: serving(api.boot, boot),
};
