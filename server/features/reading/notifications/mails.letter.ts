import type { Letter } from '../../../platform/mail/letter.ts';
import type { Told } from './open/mails.store.ts';
import { messageLink } from './open/message-notifications.store.ts';
import { headingOf, readable, senderOf, whereOf } from './open/waiting-words.ts';

/** Limit on the messages shown in one mail; the mail counts the rest. */
const shownAtMost = 10;

const fr = {
  subject: (count: number) => `${count} messages vous attendent sur Palabre`,
  hello: (firstName: string) => `Bonjour ${firstName},`,
  lead: 'Ce qui suit vous concerne et n’a pas encore été lu.',
  leadOne: 'Ce message vous concerne et n’a pas encore été lu.',
  open: 'Ouvrir le message',
  latest: (count: number) => `Voici les ${count} messages les plus récents.`,
  action: 'Ouvrir Palabre',
  closing: [
    'Vous recevez ceci parce que les notifications par e-mail sont activées dans vos paramètres\u00a0: une fois par heure au plus, et seulement ce qui n’a pas été lu.',
  ],
  off: 'Ne plus recevoir ces e-mails',
};

const en: typeof fr = {
  subject: count => `${count} messages are waiting for you on Palabre`,
  hello: firstName => `Hello ${firstName},`,
  lead: 'What follows concerns you and has not been read yet.',
  leadOne: 'This message concerns you and has not been read yet.',
  open: 'Open the message',
  latest: count => `Here are the ${count} latest messages.`,
  action: 'Open Palabre',
  closing: [
    'You receive this because notifications by e-mail are on in your settings: once an hour at most, and only what was not read.',
  ],
  off: 'Stop these e-mails',
};

const words = { fr, en };
const firstCharacter = /^./u;
const upperFirst = (text: string) => text.replace(firstCharacter, first => first.toUpperCase());

/**
 * Writes the mail about a person's pending messages: the sender, the place, the beginning and a link of each.
 * @param names names of the people and roles that the messages mention
 * @param off path of the unsubscribe link
 */
export function waitingLetter(told: Told, names: ReadonlyMap<string, string>, off: string): Letter {
  const { language, firstName, messages } = told;
  const said = words[language];
  const [first] = messages;
  const senders = new Set(messages.map(senderOf));
  const subject =
    first && (messages.length === 1 || (senders.size === 1 && messages.every(({ kind }) => kind === first.kind)))
      ? headingOf(first, language)
      : said.subject(messages.length);
  const shown = messages.slice(0, shownAtMost);
  return {
    language,
    subject,
    title: upperFirst(subject),
    paragraphs: [
      said.hello(firstName),
      messages.length === 1 ? said.leadOne : said.lead,
      ...(shown.length < messages.length ? [said.latest(shown.length)] : []),
    ],
    // Puts the messages in the order in which they were written.
    extracts: shown.reverse().map(message => ({
      who: senderOf(message),
      where: whereOf(message, language),
      text: readable(message, names, language),
      link: { label: said.open, path: messageLink(message, message.id) },
    })),
    action: { label: said.action, path: '/' },
    facts: [],
    closing: said.closing,
    off: { label: said.off, path: off },
  };
}
