import type { threads as fr } from '../fr/threads.ts';
import type { Translation } from '../translation.ts';

/** Threads: the one that is open, and the list of all. */
export const threads: Translation<typeof fr> = {
  title: 'Thread',
  of: 'Thread of {{name}}',
  ofDeleted: 'Thread of a deleted message',
  close: 'Close the thread',
  closeKey: 'Esc',
  follow: 'Follow this thread',
  leave: 'Stop following this thread',
  toRoot: 'Show the message in {{place}}',
  field: 'Reply in the thread',
  placeholder: 'Reply in the thread',
  gone: 'This thread is no longer there',
  goneText: 'Its message was deleted, or you can no longer see it.',
  loadFailed: 'The thread could not be loaded.',
};
