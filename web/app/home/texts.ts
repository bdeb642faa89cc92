import { home as en } from '../../locales/en/home.ts';
import { home as fr } from '../../locales/fr/home.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Fetched with the page, before it is drawn.
addTexts('home', { fr, en });
