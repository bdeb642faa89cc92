import { search as en } from '../../../locales/en/search.ts';
import { search as fr } from '../../../locales/fr/search.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with what shows them.
addTexts('search', { fr, en });
