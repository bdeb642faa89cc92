import { addresses as en } from '../../../../locales/en/addresses.ts';
import { addresses as fr } from '../../../../locales/fr/addresses.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with what changes an address, before its first render.
addTexts('addresses', { fr, en });
