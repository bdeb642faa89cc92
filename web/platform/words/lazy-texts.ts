import type { Translation } from '../../locales/translation.ts';
import { currentLanguage } from './i18n.ts';

/** Returns the texts of a lazily loaded page, in the current language; they are part of its chunk, not of i18n's texts. */
export function textsOf<T>(texts: { fr: T; en: Translation<T> }): Translation<T> {
  return currentLanguage() === 'en' ? texts.en : (texts.fr as Translation<T>);
}
