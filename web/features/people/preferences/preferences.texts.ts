import { preferences as en } from '../../../locales/en/preferences.ts';
import { preferences as fr } from '../../../locales/fr/preferences.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the page of general settings, before its first render.
addTexts('preferences', { fr, en });
