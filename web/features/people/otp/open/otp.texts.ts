import { otp as en } from '../../../../locales/en/otp.ts';
import { otp as fr } from '../../../../locales/fr/otp.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the pages of codes, before their first render.
addTexts('otp', { fr, en });
