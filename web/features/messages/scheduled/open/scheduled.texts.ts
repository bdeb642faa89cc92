import { scheduled as en } from '../../../../locales/en/scheduled.ts';
import { scheduled as fr } from '../../../../locales/fr/scheduled.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('scheduled', { fr, en });
