import { proofs as en } from '../../../../locales/en/proofs.ts';
import { proofs as fr } from '../../../../locales/fr/proofs.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Loads these texts with the dialogs, before their first render.
addTexts('proofs', { fr, en });
