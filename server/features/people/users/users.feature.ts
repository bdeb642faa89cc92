import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { endpoints, users } from './users.ts';

export const usersFeature: Feature = {
  serves: serving(endpoints, users),
};
