import type { invites as fr } from '../fr/invites.ts';
import type { Translation } from '../translation.ts';

export const invites: Translation<typeof fr> = {
  prompt: {
    title: 'Join a Workspace',
    label: 'Invitation code',
    placeholder: 'ABCD1234',
    join: 'Join',
    cancel: 'Cancel',
    required: 'Please enter an invitation code!',
  },
  joined: 'You have joined the workspace!',
  failedTitle: 'Error',
  failed: 'Unable to join the workspace. Check the invitation code.',
  page: {
    title: 'Invitation',
    joining: 'Opening the door for you…',
    otherCode: 'Enter another code',
    toWorkspaces: 'Go to workspaces',
  },
};
