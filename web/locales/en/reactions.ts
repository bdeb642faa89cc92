import type { reactions as fr } from '../fr/reactions.ts';
import type { Translation } from '../translation.ts';

export const reactions: Translation<typeof fr> = {
  label: 'Reactions',
  add: 'Add a reaction',
  one: '{{reaction}}: {{who}}',
  people_one: '{{count, number}} person',
  people_many: '{{count, number}} people',
  people_other: '{{count, number}} people',
  you: 'you',
  others_one: '{{count, number}} other person',
  others_many: '{{count, number}} other people',
  others_other: '{{count, number}} other people',
};
