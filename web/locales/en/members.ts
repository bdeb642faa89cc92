import type { members as fr } from '../fr/members.ts';
import type { Translation } from '../translation.ts';

export const members: Translation<typeof fr> = {
  panel: 'Members',
  online: 'Online – {{count, number}}',
  offline: 'Offline – {{count, number}}',
  loadFailed: 'The list of members could not be loaded.',
  profile: 'Profile of {{name}}',
  profileGone: 'This profile is no longer available.',
  talk: 'Send a message',
  you: 'you',
  email: 'E-mail',
  job: 'Job title',
  location: 'Location',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  newTab: '(new tab)',
  showProfile: 'View profile',
  kick: 'Kick',
  ban: 'Ban',
  kickTitle: 'Kick {{name}}?',
  kickText: 'They will leave the workspace and lose their roles there. They may come back.',
  banTitle: 'Ban {{name}}?',
  banText: 'They will leave the workspace and cannot come back, not even with an invitation.',
  kickFailed: 'Unable to remove the user from the workspace',
  banFailed: 'Unable to ban the user from the workspace',
};
