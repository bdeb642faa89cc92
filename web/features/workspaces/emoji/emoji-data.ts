import english from 'emoji-picker-element-data/en/emojibase/data.json?url';
import french from 'emoji-picker-element-data/fr/cldr/data.json?url';
import { emojiPicker as en } from '../../../locales/en/emoji-picker.ts';
import { emojiPicker as fr } from '../../../locales/fr/emoji-picker.ts';
import { currentLanguage } from '../../../platform/words/i18n.ts';
import { textsOf } from '../../../platform/words/texts.ts';

/**
 * Where the emoji are, with their names in French and in English (`web/vite/emoji-data.ts`), those of the interface's
 * language first: served by Palabre itself.
 */
export const dataOf = () => {
  const locale = currentLanguage();
  return { locale, dataSource: locale === 'en' ? english : french };
};

/** The picker's texts, as its element takes them. */
export function pickerTexts() {
  const { retry, none, recent, skinTones, ...i18n } = textsOf({ fr, en });
  return { retry, none, recent, i18n: { ...i18n, skinTones: Object.values(skinTones) } };
}

/** Without the mark that says « as a picture » where an emoji is one already: the same emoji is the same reaction. */
export const canonical = (emoji: string): string => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');
