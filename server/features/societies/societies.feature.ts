import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { societies } from './societies.ts';

export const societiesFeature: Feature = {
  serves: serving(api.societies, societies),
};
