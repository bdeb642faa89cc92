import { reports as en } from '../../../locales/en/reports.ts';
import { reports as fr } from '../../../locales/fr/reports.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with what shows them, before it is drawn.
addTexts('reports', { fr, en });
