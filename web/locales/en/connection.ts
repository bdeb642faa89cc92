import type { connection as fr } from '../fr/connection.ts';
import type { Translation } from '../translation.ts';

export const connection: Translation<typeof fr> = {
  connecting: 'Connection lost. Trying again…',
  awaited: {
    connecting: 'Connection lost: {{what}} as soon as it is back.',
    unreachable: 'The server is not answering: {{what}} as soon as it is back.',
    offline: 'You are offline: {{what}} as soon as the connection is back.',
  },
  what: {
    settings: 'the settings will open',
    discover: 'the workspaces will open',
    invitation: 'the invitation will open',
    workspaceForm: 'the new workspace form will open',
    channelForm: 'the new channel form will open',
    reportForm: 'the report form will open',
    inbox: 'the notifications will open',
    search: 'the search will open',
    page: 'this page will open',
    asked: 'what you asked for will open',
  },
  catchingUp: 'Back online. Fetching what you missed…',
  unreachable: 'The server is not answering. Your messages will be sent as soon as it is back.',
  aside: 'Palabre is open in too many tabs: come back to this one to bring it up to date.',
  offline: 'You are offline. Your messages will be sent as soon as the connection is back.',
};
