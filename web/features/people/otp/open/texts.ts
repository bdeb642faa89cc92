import { otp as en } from '../../../../locales/en/otp.ts';
import { otp as fr } from '../../../../locales/fr/otp.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Fetched with the pages of codes, before they are drawn.
addTexts('otp', { fr, en });
