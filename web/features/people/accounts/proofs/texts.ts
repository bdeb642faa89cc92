import { proofs as en } from '../../../../locales/en/proofs.ts';
import { proofs as fr } from '../../../../locales/fr/proofs.ts';
import { addTexts } from '../../../../platform/words/i18n.ts';

// Fetched with the dialogs, before they are drawn.
addTexts('proofs', { fr, en });
