import { personalData as en } from '../../../locales/en/personal-data.ts';
import { personalData as fr } from '../../../locales/fr/personal-data.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('personalData', { fr, en });
