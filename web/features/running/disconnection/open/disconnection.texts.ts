import { disconnection as en } from '../../../../locales/en/disconnection.ts';
import { disconnection as fr } from '../../../../locales/fr/disconnection.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('disconnection', { fr, en });
