import { de } from '@palabre/common/rules/people/names.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction } from '../../../platform/work.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { claimWarnings, passOnGuests, type Sponsored } from './guests.store.ts';

const warnedDays = 7;
const namedAtMost = 20;

const words = {
  fr: {
    locale: 'fr-FR',
    subject: ({ guests: [first, ...others], title }: Sponsored) =>
      others.length === 0
        ? `Le séjour ${de(first?.name ?? '')} dans «\u202f${title}\u202f» se termine bientôt`
        : `Les séjours de ${others.length + 1} personnes invitées dans «\u202f${title}\u202f» se terminent bientôt`,
    hello: ({ firstName }: Sponsored) => `Bonjour ${firstName},`,
    lead: 'Vous répondez de ces personnes. Sans rien faire, leur accès s’arrête au jour dit\u00a0; leurs messages restent. Vous pouvez prolonger chaque séjour, ou le terminer plus tôt.',
    action: 'Voir les invités',
    until: 'jusqu’au',
    others: (count: number) => (count === 1 ? 'et une autre' : `et ${count} autres`),
    closing: 'Vous recevez cet e-mail parce que vous répondez de ces personnes dans ce workspace.',
  },
  en: {
    locale: 'en-GB',
    subject: ({ guests: [first, ...others], title }: Sponsored) =>
      others.length === 0
        ? `The stay of ${first?.name} in “${title}” is about to end`
        : `The stays of ${others.length + 1} guests in “${title}” are about to end`,
    hello: ({ firstName }: Sponsored) => `Hello ${firstName},`,
    lead: 'You stand for these people. If you do nothing, their access ends on that day; their messages stay. You can renew each stay, or end it earlier.',
    action: 'See the guests',
    until: 'until',
    others: (count: number) => (count === 1 ? 'and one other' : `and ${count} others`),
    closing: 'You get this mail because you stand for these people in this workspace.',
  },
};

/** Path of the page of guests of a workspace. */
const pageOf = (workspaceId: string) => `/settings/workspace/${workspaceId}/guests`;

function letterOf(told: Sponsored): Letter {
  const language: Language = told.language ?? 'fr';
  const says = words[language];
  const there = told.zone === null ? {} : { timeZone: told.zone };
  const day = new Intl.DateTimeFormat(says.locale, { dateStyle: 'long', ...there });
  const more = told.guests.length - namedAtMost;
  return {
    language,
    subject: says.subject(told),
    title: says.subject(told),
    paragraphs: [says.hello(told), says.lead],
    action: { label: says.action, path: pageOf(told.workspaceId) },
    facts: [
      ...told.guests
        .slice(0, namedAtMost)
        .map(({ name, endsAt }) => [name, `${says.until} ${day.format(new Date(endsAt))}`] as const),
      ...(more > 0 ? [['…', says.others(more)] as const] : []),
    ],
    closing: [says.closing],
  };
}

/** Warns sponsors a week before their guests leave, and makes owners the sponsors of guests without one. */
export async function watchStays(services: Services): Promise<void> {
  await inTransaction(services, async work => {
    for (const { workspaceId, title, sponsorId, guests } of await passOnGuests(work.db)) {
      const names = guests.slice(0, 3).map(({ name }) => name);
      const more = guests.length > names.length ? '…' : '';
      await notify(work, [sponsorId], {
        type: 'workspace',
        content: `Vous répondez maintenant des invités du workspace «\u202f${title}\u202f» dont la personne référente est partie\u00a0: ${names.join(', ')}${more}.`,
        link: pageOf(workspaceId),
        actorId: null,
      });
    }
    for (const told of await claimWarnings(work.db, warnedDays)) {
      await services.mails.send({ to: told.email, ...letterOf(told) }, work.db);
    }
  });
}
