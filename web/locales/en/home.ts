import type { home as fr } from '../fr/home.ts';
import type { Translation } from '../translation.ts';

export const home: Translation<typeof fr> = {
  title: 'Home',
  day: 'Hello {{name}}',
  evening: 'Good evening {{name}}',
  lead: 'Pick up where you left off.',
  leadGuest: 'No channel is open to you for now. Whoever invited you can open one to you.',
  leadNew: 'Welcome under the tree. Here is how to get started.',
  waiting: 'To read',
  unread: 'Unread',
  twoStep: {
    title: 'Finish setting up two-step sign-in.',
    text: 'It will protect your account once you have entered the code sent to you by e-mail.',
    action: 'Finish',
  },
  markAll: 'Mark all as read',
  places: 'Recent',
  workspaces: 'Your workspaces',
  draft: 'Draft:',
  conversation: 'Conversation',
  begin: 'Get started',
  more: 'Go further',
  steps: {
    code: { title: 'I have an invitation code', text: 'It opens your team’s workspace.' },
    discover: { title: 'Discover workspaces', text: 'Workspaces that anyone can join.' },
    create: { title: 'Create a workspace', text: 'Channels for your team, in a moment.' },
    talk: { title: 'Write to someone', text: 'One person, or several at once.' },
  },
};
