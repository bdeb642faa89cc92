import { placeSettings as en } from '../../../../locales/en/place-settings.ts';
import { placeSettings as fr } from '../../../../locales/fr/place-settings.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('placeSettings', { fr, en });
