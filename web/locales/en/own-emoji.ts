import type { ownEmoji as fr } from '../fr/own-emoji.ts';
import type { Translation } from '../translation.ts';

export const ownEmoji: Translation<typeof fr> = {
  heading: 'Server emoji',
  lead: 'Type :name: in a message, or choose them in the emoji picker. PNG, WebP or GIF, up to 256\u00a0KB.',
  empty: 'No emoji yet. Add the first one: a logo, a mascot, a team joke.',
  picture: 'Choose a picture',
  otherPicture: 'Change picture',
  name: 'Name',
  nameHint: 'Letters without accents, digits, “_”, “+” or “-”',
  nameWrong: 'This name needs 2 to 30 letters without accents, digits, “_”, “+” or “-”.',
  add: 'Add',
  remove: 'Delete {{name}}',
  sure: 'Delete {{name}}?',
  sureText: 'Messages that use it will show its name instead.',
  confirm: 'Delete',
  list: 'Server emoji',
  count: '{{count}} of {{most}}',
  failed: 'The emoji could not be loaded.',
};
