import type { z } from 'zod';
import { channelEvents, channels } from './channels.ts';
import { files } from './files.ts';
import { invites } from './invites.ts';
import { members } from './members.ts';
import { messageEvents, messages } from './messages.ts';
import { notificationEvents, notifications } from './notifications.ts';
import { presenceMessages } from './presence.ts';
import { roleEvents, roles } from './roles.ts';
import { userEvents, users } from './users.ts';
import { workspaceEvents, workspaces } from './workspaces.ts';

/** Every endpoint of the wire, by feature. */
export const api = {
  users,
  workspaces,
  members,
  channels,
  roles,
  invites,
  messages,
  notifications,
  files,
};

/** Every event the server sends. */
export const events = {
  ...userEvents,
  ...workspaceEvents,
  ...channelEvents,
  ...roleEvents,
  ...messageEvents,
  ...notificationEvents,
};

/** Everything a client may say on its socket. */
export const clientMessages = presenceMessages;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>;

/** Events as Socket.IO types them, from the server. */
export type ServerToClient = { [N in EventName]: (payload: EventPayload<N>) => void };
