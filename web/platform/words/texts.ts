import type { Translation } from '../../locales/translation.ts';
import { currentLanguage } from './i18n.ts';

/**
 * Texts of what is fetched when it is first opened, in the language of the interface: they come with it, and not with
 * the page as those of i18n do.
 */
export function textsOf<T>(texts: { fr: T; en: Translation<T> }): Translation<T> {
  return currentLanguage() === 'en' ? texts.en : (texts.fr as Translation<T>);
}
