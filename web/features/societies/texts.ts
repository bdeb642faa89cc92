import { societies as en } from '../../locales/en/societies.ts';
import { societies as fr } from '../../locales/fr/societies.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Fetched with the pages of societies, before they are drawn.
addTexts('societies', { fr, en });
