/**
 * Workspaces: discovery, creation, settings, joining, leaving and deletion.
 * Handlers: workspaces.ts; open/workspaces.ending.ts deletes. SQL and each person's view: workspaces/structure/open/
 * (workspaces.store.ts, workspaces.view.ts, workspaces.rights.ts).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { workspaces } from './workspaces.ts';

export const workspacesFeature: Feature = {
  serves: serving(api.workspaces, workspaces),
};
