import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { type MentionNames, plainText } from '../text/open/mentions.ts';

/** What a message that is answered says, on one line; without text, how many files it brings. */
export function answeredText({ sender, excerpt, files }: Answered, names: MentionNames): string {
  if (!sender) return i18n.t('messages:answered.deleted');
  const said = plainText(excerpt, names).replace(/\s+/g, ' ');
  if (said) return said;
  return files > 0 ? i18n.t('messages:answered.files', { count: files }) : i18n.t('messages:erased');
}
