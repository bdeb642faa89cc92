import { home as en } from '../../locales/en/home.ts';
import { home as fr } from '../../locales/fr/home.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Part of the page's chunk, so that the texts are loaded before it renders.
addTexts('home', { fr, en });
