/**
 * Roles of a workspace: a rank (1 is the highest), a colour, permissions, and the channels that the role opens.
 * Handlers: roles.ts; open/written.ts writes lists of roles. SQL: workspaces/structure/open/roles.store.ts and
 * roles.openings.store.ts. common/permissions/role-channels.ts has the rules of opening channels.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { roles } from './roles.ts';

export const rolesFeature: Feature = {
  serves: serving(api.roles, roles),
};
