import { announcements as en } from '../../../../locales/en/announcements.ts';
import { announcements as fr } from '../../../../locales/fr/announcements.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('announcements', { fr, en });
