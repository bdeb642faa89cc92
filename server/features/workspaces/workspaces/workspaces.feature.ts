import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { workspaces } from './workspaces.ts';

export const workspacesFeature: Feature = {
  serves: serving(api.workspaces, workspaces),
};
