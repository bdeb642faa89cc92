import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { type MentionNames, plainText } from '../text/open/mentions.ts';

/** Returns the text of an answered message on one line; without text, its number of files. */
export function answeredText({ sender, excerpt, files }: Answered, names: MentionNames): string {
  if (!sender) return i18n.t('messages:answered.deleted');
  const said = plainText(excerpt, names).replace(/\s+/g, ' ');
  if (said) return said;
  return files > 0 ? i18n.t('messages:answered.files', { count: files }) : i18n.t('messages:erased');
}
