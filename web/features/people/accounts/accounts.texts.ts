import { accounts as en } from '../../../locales/en/accounts.ts';
import { accounts as fr } from '../../../locales/fr/accounts.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the account pages, before their first render.
addTexts('accounts', { fr, en });
