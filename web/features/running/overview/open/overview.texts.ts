import { overview as en } from '../../../../locales/en/overview.ts';
import { overview as fr } from '../../../../locales/fr/overview.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('overview', { fr, en });
