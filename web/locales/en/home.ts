import type { home as fr } from '../fr/home.ts';
import type { Translation } from '../translation.ts';

export const home: Translation<typeof fr> = {
  title: 'Home',
  day: 'Hello {{name}}',
  evening: 'Good evening {{name}}',
  lead: 'Pick up where you left off.',
  leadNew: 'Welcome under the tree. Here is where to begin.',
  waiting: 'To read',
  markAll: 'Mark all as read',
  places: 'Pick up again',
  workspaces: 'Your workspaces',
  draft: 'Draft:',
  conversation: 'Conversation',
  begin: 'To begin',
  more: 'Go further',
  steps: {
    code: { title: 'I have an invitation code', text: 'It opens your team’s workspace.' },
    discover: { title: 'Discover workspaces', text: 'Those that anyone may join.' },
    create: { title: 'Create a workspace', text: 'Channels for your team, in a moment.' },
    talk: { title: 'Write to someone', text: 'A conversation of two, or of several.' },
  },
};
