import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Person } from './options.ts';

/** Context of completions: the place, and the people, roles and channels that can be mentioned in it. */
export interface CompletionWorld {
  workspaceId?: string | undefined;
  channelId?: string | undefined;
  /** People of a conversation; a channel's people are fetched. */
  people?: readonly Person[] | undefined;
  /** Whether the user may call everyone here; the server decides. */
  mayCallAll?: boolean;
  roles?: readonly Pick<Role, '_id' | 'name'>[] | undefined;
}
