import english from 'emoji-picker-element-data/en/emojibase/data.json?url';
import french from 'emoji-picker-element-data/fr/cldr/data.json?url';
import { emojiPicker as en } from '../../../locales/en/emoji-picker.ts';
import { emojiPicker as fr } from '../../../locales/fr/emoji-picker.ts';
import { currentLanguage } from '../../../platform/words/i18n.ts';
import { textsOf } from '../../../platform/words/lazy-texts.ts';

/**
 * Returns the address of the emoji data (`web/vite/emoji-data.ts`), which Palabre serves itself: names in French and
 * English, the interface's language first.
 */
export const dataOf = () => {
  const locale = currentLanguage();
  return { locale, dataSource: locale === 'en' ? english : french };
};

/** Returns the picker's texts as its element takes them. */
export function pickerTexts() {
  const { retry, none, recent, skinTones, ...i18n } = textsOf({ fr, en });
  return { retry, none, recent, i18n: { ...i18n, skinTones: Object.values(skinTones) } };
}

/**
 * Removes the variation selector U+FE0F from emoji that are pictures by default, so that one emoji makes one reaction.
 */
export const canonical = (emoji: string): string => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');
