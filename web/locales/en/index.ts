import { availability } from './availability.ts';
import { channels } from './channels.ts';
import { common } from './common.ts';
import { connection } from './connection.ts';
import { invites } from './invites.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { pins } from './pins.ts';
import { reactions } from './reactions.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';
import { unread } from './unread.ts';
import { users } from './users.ts';
import { workspaces } from './workspaces.ts';

/** One namespace per feature: add its file here and in the other language. */
export const en = {
  availability,
  channels,
  common,
  connection,
  invites,
  members,
  messages,
  notifications,
  pins,
  reactions,
  roles,
  settings,
  shell,
  ui,
  unread,
  users,
  workspaces,
};
