import type { pins as fr } from '../fr/pins.ts';
import type { Translation } from '../translation.ts';

export const pins: Translation<typeof fr> = {
  title: 'Pinned Messages',
  none: 'No pinned messages',
  noneText: 'Pin a message so that everyone can find it here.',
  loadFailed: 'The pinned messages could not be loaded.',
  offline: 'You are offline: this list may be out of date.',
  when: '{{day}}, {{time}}',
  moreFiles_one: '{{count, number}} other file',
  moreFiles_many: '{{count, number}} other files',
  moreFiles_other: '{{count, number}} other files',
  pinned: 'Message pinned',
  unpinned: 'The message is no longer pinned',
};
