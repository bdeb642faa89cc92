import { conversations as en } from '../../locales/en/conversations.ts';
import { conversations as fr } from '../../locales/fr/conversations.ts';
import { addTexts } from '../../platform/words/i18n.ts';

// Fetched with the pages of conversations, before they are drawn.
addTexts('conversations', { fr, en });
