import { linking as en } from '../../../locales/en/linking.ts';
import { linking as fr } from '../../../locales/fr/linking.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

addTexts('linking', { fr, en });
