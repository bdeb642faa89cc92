import { preferences as en } from '../../../locales/en/preferences.ts';
import { preferences as fr } from '../../../locales/fr/preferences.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with the page of general settings, before it is drawn.
addTexts('preferences', { fr, en });
