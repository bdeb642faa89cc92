import { administration as en } from '../../../locales/en/administration.ts';
import { administration as fr } from '../../../locales/fr/administration.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the administration page, before its first render.
addTexts('administration', { fr, en });
