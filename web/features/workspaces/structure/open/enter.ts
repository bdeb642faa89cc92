import { api } from '@palabre/common/contract/index.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { cached, endpointQuery } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';

/**
 * Opens the welcome channel of a workspace just joined or created. Waits until the user's workspaces include it, since
 * only members may enter.
 */
export function useEnterWorkspace() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ _id, welcomeChannel }: Pick<Workspace, '_id' | 'welcomeChannel'>) => {
    const input = { params: { id: useSession.getState().user?._id ?? '' } };
    if (!cached(client, api.workspaces.mine, input)?.workspaces.some(card => card._id === _id)) {
      await client.fetchQuery({ ...endpointQuery(api.workspaces.mine, input), staleTime: 0 });
    }
    await navigate(paths.channel(_id, welcomeChannel));
  };
}
