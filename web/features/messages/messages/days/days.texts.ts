import { days as en } from '../../../../locales/en/days.ts';
import { days as fr } from '../../../../locales/fr/days.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the calendar, as a date is first pressed.
addTexts('days', { fr, en });
