import { push as en } from '../../../locales/en/push.ts';
import { push as fr } from '../../../locales/fr/push.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the settings of pushes, before their first render.
addTexts('push', { fr, en });
