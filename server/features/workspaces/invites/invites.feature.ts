import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { invites } from './invites.ts';

export const invitesFeature: Feature = {
  serves: serving(api.invites, invites),
};
