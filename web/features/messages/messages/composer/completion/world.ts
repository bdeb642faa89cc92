import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Person } from './options.ts';

/** Where one writes, for what may be named there. */
export interface CompletionWorld {
  workspaceId?: string | undefined;
  channelId?: string | undefined;
  /** The people of a conversation; those of a channel are asked for. */
  people?: readonly Person[] | undefined;
  /** Whether whoever writes may call everyone here; the server judges it. */
  mayCallAll?: boolean;
  roles?: readonly Pick<Role, '_id' | 'name'>[] | undefined;
}
