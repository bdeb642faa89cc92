import type { attachments as french } from '../fr/attachments.ts';
import type { Translation } from '../translation.ts';

/** Files of messages: fetched with what shows them (`web/features/messages/files/files.texts.ts`). */
export const attachments: Translation<typeof french> = {
  strip: 'Attached files',
  remove: 'Remove {{name}}',
  tooMany_one: 'A message can hold up to {{most}} files: {{count}} was not added.',
  tooMany_many: 'A message can hold up to {{most}} files: {{count}} were not added.',
  tooMany_other: 'A message can hold up to {{most}} files: {{count}} were not added.',
  tooLarge: '“{{name}}” is larger than {{most}}.',
  isEmpty: '“{{name}}” is empty.',
  unreadable: '“{{name}}” cannot be read. A folder cannot be attached.',
  lost: '“{{name}}” is no longer on this device.',
  drop: 'Drop your files here',
  dropText: 'Up to 10 files, 50 MB each',
  progress: '{{sent}} of {{total}}',
  waiting: 'Waiting to be sent',
  cancel: 'Cancel sending',
  cancelled: 'Sending cancelled',
  open: 'Enlarge {{name}}',
  download: 'Download',
  downloadOne: 'Download {{name}}, {{size}}',
  previous: 'Previous picture',
  next: 'Next picture',
  of: '{{at}} of {{count}}',
  broken: 'This picture cannot be shown.',
};
