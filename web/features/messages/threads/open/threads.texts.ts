import { threads as en } from '../../../../locales/en/threads.ts';
import { threads as fr } from '../../../../locales/fr/threads.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the components that show them.
addTexts('threads', { fr, en });
