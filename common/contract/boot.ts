import { z } from 'zod';
import { conversations } from './conversations.ts';
import { access, endpoint } from './define.ts';
import { flag, id } from './fields.ts';
import { users } from './people/users.ts';
import { notifications } from './reading/notifications.ts';
import { unread } from './reading/unread.ts';
import { societies } from './societies.ts';
import { channels } from './workspaces/channels.ts';
import { roles } from './workspaces/roles.ts';
import { workspaces } from './workspaces/workspaces.ts';

/**
 * Limit of one boot response: its channels plus the people listed by private channels. The named workspace is always
 * included; other workspaces are included as a whole, while the sum stays within the limit.
 */
export const bootWeight = 2_000;

const inside = 'null unless `workspaceId` names a workspace that the caller is a member of.';

export const boot = {
  one: endpoint({
    method: 'GET',
    path: '/boot',
    access: access.session,
    guests: true,
    summary: 'Everything a page needs at start, in one response: each part equals the response of its own endpoint',
    query: z.object({
      workspaceId: id.optional().meta({ description: 'The workspace that the page shows.' }),
      unread: flag.optional().meta({
        description: 'false leaves the unread list out, for a client that requests it separately to have it sooner.',
      }),
    }),
    output: z.object({
      me: users.me.output,
      workspaces: workspaces.mine.output,
      channels: channels.list.output.meta({
        description:
          'Channels of the named workspace, then of the others in the order the caller joined them; the last workspaces may be left out.',
      }),
      conversations: conversations.list.output,
      society: societies.mine.output,
      notifications: notifications.list.output,
      unread: unread.list.output.nullable().meta({ description: 'null with `unread=false`.' }),
      workspace: workspaces.one.output.nullable().meta({ description: inside }),
      roles: roles.list.output.nullable().meta({ description: inside }),
      myRoles: roles.mine.output.nullable().meta({ description: inside }),
    }),
  }),
};
