import { addresses as en } from '../../../../locales/en/addresses.ts';
import { addresses as fr } from '../../../../locales/fr/addresses.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that change an address, before their first render.
addTexts('addresses', { fr, en });
