import { createHash } from 'node:crypto';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import type { Services } from '../../../platform/services.ts';
import { type Leaving, noteToken } from './email-invites.store.ts';

/** Name of the job that sends an invitation. */
export const sending = 'emailInvites.send';

/** Payload of the job: invitation whose mail is to be made. */
export interface Wanted {
  id: string;
  language: Language;
}

/**
 * Makes the token of an invitation, and its token under the older secret: 256 bits derived from the server's secret, so
 * that a retry sends the same link, and the database stores only its hash.
 */
const tokensOf = ({ secrets }: Pick<Services, 'secrets'>, id: string): string[] =>
  secrets.marksOf('email invites', id).map(mark => mark.toString('base64url'));

/** Hashes a token as it was received. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const words = {
  fr: {
    locale: 'fr-FR',
    subject: ({ asker, title }: Leaving) => `${asker.name} vous invite à rejoindre «\u202f${title}\u202f»`,
    hello: 'Bonjour,',
    lead: ({ asker, title }: Leaving) =>
      `${asker.name} vous invite à rejoindre le workspace «\u202f${title}\u202f» sur Palabre, où son équipe discute.`,
    leadGuest: ({ asker, title }: Leaving, day: string) =>
      `${asker.name} vous invite dans le workspace «\u202f${title}\u202f» sur Palabre, comme personne de l’extérieur, jusqu’au ${day}. Vous y verrez les salons qui vous sont ouverts.`,
    stay: 'Séjour jusqu’au',
    without: 'Sans compte, vous créerez le vôtre en acceptant\u00a0: cet e-mail confirme déjà votre adresse.',
    action: ({ title }: Leaving) => `Rejoindre «\u202f${title}\u202f»`,
    facts: { who: 'Demande de', workspace: 'Workspace', email: 'Adresse invitée', until: 'Valable jusqu’au' },
    closing: [
      'Vous ne connaissez pas cette personne\u202f? Il n’y a rien à faire\u00a0: sans ce lien, rien ne se passe.',
      'Ne transmettez pas ce lien\u00a0: il ouvre un compte à votre adresse.',
    ],
  },
  en: {
    locale: 'en-GB',
    subject: ({ asker, title }: Leaving) => `${asker.name} invites you to join “${title}”`,
    hello: 'Hello,',
    lead: ({ asker, title }: Leaving) =>
      `${asker.name} invites you to join the workspace “${title}” on Palabre, where their team talks.`,
    leadGuest: ({ asker, title }: Leaving, day: string) =>
      `${asker.name} invites you into the workspace “${title}” on Palabre, as a guest, until ${day}. You will see the channels that are open to you.`,
    stay: 'Stay until',
    without: 'Without an account, you will make yours as you accept: this mail already confirms your address.',
    action: ({ title }: Leaving) => `Join “${title}”`,
    facts: { who: 'Asked by', workspace: 'Workspace', email: 'Invited address', until: 'Good until' },
    closing: [
      'You do not know this person? There is nothing to do: without this link, nothing happens.',
      'Do not pass this link on: it opens an account with your address.',
    ],
  },
};

function letterOf(language: Language, invite: Leaving, token: string): Letter {
  const says = words[language];
  const { asker, title, email, expiresAt, guestUntil } = invite;
  const there = asker.zone === null ? {} : { timeZone: asker.zone };
  const day = new Intl.DateTimeFormat(says.locale, { dateStyle: 'long', ...there });
  const stay = guestUntil && day.format(guestUntil);
  return {
    language,
    subject: says.subject(invite),
    title: says.subject(invite),
    paragraphs: [says.hello, stay ? says.leadGuest(invite, stay) : says.lead(invite), says.without],
    action: { label: says.action(invite), path: `/invited/${token}` },
    facts: [
      [says.facts.who, `${asker.name} (${asker.email})`],
      [says.facts.workspace, title],
      [says.facts.email, email],
      ...(stay ? [[says.stay, stay] as const] : []),
      [says.facts.until, day.format(expiresAt)],
    ],
    closing: says.closing,
  };
}

/** Job that writes the mail of an invitation. */
export const sendInvites = (services: Services) => ({
  name: sending,
  together: 3,
  async run({ id, language }: Wanted): Promise<void> {
    const tokens = tokensOf(services, id);
    await services.database.kysely.transaction().execute(async db => {
      const invite = await noteToken(db, id, tokens.map(hashOf));
      const token = tokens.find(one => invite?.tokenHash.equals(hashOf(one)));
      if (!invite || !token) return;
      await services.mails.send({ to: invite.email, ...letterOf(language, invite, token) }, db);
    });
  },
});
