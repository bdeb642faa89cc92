import { reports as en } from '../../../locales/en/reports.ts';
import { reports as fr } from '../../../locales/fr/reports.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('reports', { fr, en });
