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

/** Channels that come at once, and people that they name: those of whole workspaces, as many as keep within it. */
export const bootWeight = 2_000;

const inside = 'null unless `workspaceId` names a workspace that one is a member of.';

export const boot = {
  one: endpoint({
    method: 'GET',
    path: '/boot',
    access: access.session,
    summary: 'What a page shows first, at once: each part is what its own endpoint answers',
    query: z.object({
      workspaceId: id.optional().meta({ description: 'The workspace that the page is inside.' }),
      unread: flag.optional().meta({ description: 'false: it is asked for apart, by who needs it before the rest.' }),
    }),
    output: z.object({
      me: users.me.output,
      workspaces: workspaces.mine.output,
      channels: channels.list.output.meta({
        description:
          'Of the workspace named, then of the others in the order one joined them: the last ones may be left out.',
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
