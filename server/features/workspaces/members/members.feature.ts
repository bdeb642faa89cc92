/**
 * Members of a workspace: list, kick, ban, pass the ownership on, and moves (arrivals and departures, decision 0052).
 * Handlers: members.ts; open/membership.ts lets a person in or out, open/kick.ts kicks, moves.store.ts stores moves. On
 * the page: workspaces/structure/open/membership.ts and messages/list/rows/moves.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { members } from './members.ts';

export const membersFeature: Feature = {
  serves: serving(api.members, members),
};
