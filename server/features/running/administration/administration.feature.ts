import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { administration } from './administration.ts';

export const administrationFeature: Feature = {
  serves: serving(api.administration, administration),
};
