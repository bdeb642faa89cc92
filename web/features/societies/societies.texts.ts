import { societies as en } from '../../locales/en/societies.ts';
import { societies as fr } from '../../locales/fr/societies.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Loads these texts with the pages of societies, before their first render.
addTexts('societies', { fr, en });
