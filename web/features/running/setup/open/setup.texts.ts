import { setup as en } from '../../../../locales/en/setup.ts';
import { setup as fr } from '../../../../locales/fr/setup.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('setup', { fr, en });
