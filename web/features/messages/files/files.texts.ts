import { attachments as en } from '../../../locales/en/attachments.ts';
import { attachments as fr } from '../../../locales/fr/attachments.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the modules that import this one, as the first file is chosen or shown.
addTexts('attachments', { fr, en });
