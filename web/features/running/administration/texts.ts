import { administration as en } from '../../../locales/en/administration.ts';
import { administration as fr } from '../../../locales/fr/administration.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with the page of administration, before it is drawn.
addTexts('administration', { fr, en });
