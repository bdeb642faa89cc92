import { guests as en } from '../../../locales/en/guests.ts';
import { guests as fr } from '../../../locales/fr/guests.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('guests', { fr, en });
