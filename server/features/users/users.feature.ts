import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { users } from './users.ts';

export const usersFeature: Feature = {
  serves: serving(api.users, users),
};
