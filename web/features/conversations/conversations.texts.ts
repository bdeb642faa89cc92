import { conversations as en } from '../../locales/en/conversations.ts';
import { conversations as fr } from '../../locales/fr/conversations.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Loads these texts with the pages of conversations, before their first render.
addTexts('conversations', { fr, en });
