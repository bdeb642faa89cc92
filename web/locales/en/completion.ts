import type { completion as fr } from '../fr/completion.ts';
import type { Translation } from '../translation.ts';

export const completion: Translation<typeof fr> = {
  list: 'Suggestions',
  everyone: 'everyone',
  everyoneDetail: 'Everyone here',
  guest: 'Guest',
  role: 'Role',
};
