import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { channels } from './channels.ts';

export const channelsFeature: Feature = {
  serves: serving(api.channels, channels),
};
