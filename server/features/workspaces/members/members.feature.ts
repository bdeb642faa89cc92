import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { members } from './members.ts';

export const membersFeature: Feature = {
  serves: serving(api.members, members),
};
