import { availability as en } from '../../../../locales/en/availability.ts';
import { availability as fr } from '../../../../locales/fr/availability.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with what shows hours and rest, before its first render.
addTexts('availability', { fr, en });
