import { registration as en } from '../../../../locales/en/registration.ts';
import { registration as fr } from '../../../../locales/fr/registration.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('registration', { fr, en });
