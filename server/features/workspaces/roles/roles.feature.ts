import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { roles } from './roles.ts';

export const rolesFeature: Feature = {
  serves: serving(api.roles, roles),
};
