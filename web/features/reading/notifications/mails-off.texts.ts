import { mailsOff as en } from '../../../locales/en/mails-off.ts';
import { mailsOff as fr } from '../../../locales/fr/mails-off.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Loads these texts with the page of a mail's unsubscribe link, before its first render.
addTexts('mailsOff', { fr, en });
