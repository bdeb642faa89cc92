import type { common as fr } from '../fr/common.ts';
import type { Translation } from '../translation.ts';

export const common: Translation<typeof fr> = {
  appName: 'Palabre',
  tagline: 'Talk it over, together.',
  cancel: 'Cancel',
  save: 'Save',
  close: 'Close',
  retry: 'Try again',
  genericError: 'Something went wrong',
  network: 'Palabre cannot be reached. Check your connection and try again.',
  newer: 'Palabre has been updated. Finish what you are writing, then reload the page.',
  unavailable: 'Palabre is restarting. Try again in a moment.',
  sessionExpired: 'Your session has ended. Sign in again.',
  members_one: '{{count, number}} member',
  members_many: '{{count, number}} members',
  members_other: '{{count, number}} members',
};
