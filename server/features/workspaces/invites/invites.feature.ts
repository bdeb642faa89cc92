/**
 * Invitations to a workspace: a code of eight characters and a link, used ten times at most, within a week at most.
 * Handlers: invites.ts; SQL: invites.store.ts. `inviteOpens` (common) judges whether an invite still lets a person in.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { invites } from './invites.ts';

export const invitesFeature: Feature = {
  serves: serving(api.invites, invites),
};
