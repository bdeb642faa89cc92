import { mailsOff as en } from '../../../locales/en/mails-off.ts';
import { mailsOff as fr } from '../../../locales/fr/mails-off.ts';
import { addTexts } from '../../../platform/words/i18n.ts';

// Fetched with the page that a mail's link opens, before it is drawn.
addTexts('mailsOff', { fr, en });
