import { search as en } from '../../../locales/en/search.ts';
import { search as fr } from '../../../locales/fr/search.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('search', { fr, en });
