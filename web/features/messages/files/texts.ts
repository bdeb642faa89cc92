import { attachments as en } from '../../../locales/en/attachments.ts';
import { attachments as fr } from '../../../locales/fr/attachments.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Whatever says them imports this: they come when the first file is chosen or shown.
addTexts('attachments', { fr, en });
