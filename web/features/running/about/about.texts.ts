import { about as en } from '../../../locales/en/about.ts';
import { about as fr } from '../../../locales/fr/about.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('about', { fr, en });
