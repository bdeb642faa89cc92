import { accounts as en } from '../../../locales/en/accounts.ts';
import { accounts as fr } from '../../../locales/fr/accounts.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with the pages of one's account, before they are drawn.
addTexts('accounts', { fr, en });
