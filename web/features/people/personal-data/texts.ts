import { personalData as en } from '../../../locales/en/personal-data.ts';
import { personalData as fr } from '../../../locales/fr/personal-data.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with what shows them, before it is drawn.
addTexts('personalData', { fr, en });
