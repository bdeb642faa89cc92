import { emailInvites as en } from '../../../locales/en/email-invites.ts';
import { emailInvites as fr } from '../../../locales/fr/email-invites.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the components that show them, before their first render.
addTexts('emailInvites', { fr, en });
