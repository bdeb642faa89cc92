import { cutAtWord, ownWords } from '@palabre/common/rules/messages/excerpts.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { withoutMarks } from '@palabre/common/rules/messages/plain-text.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import type { Told, Waiting } from './open/mails.store.ts';
import { messageLink } from './open/message-notifications.store.ts';

/** Largest number of messages shown in one mail; the mail counts the rest. */
const shownAtMost = 10;
const hidden = '▒▒▒▒';

const fr = {
  subject: (count: number) => `${count} messages vous attendent sur Palabre`,
  one: {
    answer: (name: string) => `${name} vous a répondu`,
    mention: (name: string) => `${name} vous mentionne`,
    message: (name: string) => `${name} vous a écrit`,
  },
  hello: (firstName: string) => `Bonjour ${firstName},`,
  lead: 'Ce qui suit vous concerne et n’a pas encore été lu.',
  leadOne: 'Ce message vous concerne et n’a pas encore été lu.',
  direct: 'Message direct',
  group: 'Conversation de groupe',
  where: (channel: string, workspace: string) => `#${channel} · ${workspace}`,
  everyone: '@tous',
  someone: '@quelqu’un',
  channel: '#salon',
  files: (count: number) => (count === 1 ? '1 fichier joint' : `${count} fichiers joints`),
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
  one: {
    answer: name => `${name} replied to you`,
    mention: name => `${name} mentioned you`,
    message: name => `${name} wrote to you`,
  },
  hello: firstName => `Hello ${firstName},`,
  lead: 'What follows concerns you and has not been read yet.',
  leadOne: 'This message concerns you and has not been read yet.',
  direct: 'Direct message',
  group: 'Group conversation',
  where: (channel, workspace) => `#${channel} · ${workspace}`,
  everyone: '@everyone',
  someone: '@someone',
  channel: '#channel',
  files: count => (count === 1 ? '1 file attached' : `${count} files attached`),
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

const senderOf = ({ senderFirstName: firstName, senderLastName: lastName }: Waiting) =>
  fullName({ firstName, lastName });

/** Writes a message's text on one line: names in place of ids, spoilers hidden, cut between words. */
function readable({ content, files }: Waiting, names: ReadonlyMap<string, string>, language: Language): string {
  const said = words[language];
  const named = ownWords(content)
    .replace(/\|\|[\s\S]*?(?:\|\||$)/g, hidden)
    .replace(mentionPattern, (_all, _role, id: string | undefined, channel: string | undefined) => {
      if (channel) return said.channel;
      if (id === 'everyone') return said.everyone;
      const name = names.get(id?.toLowerCase() ?? '');
      return name ? `@${name}` : said.someone;
    })
    .replace(/<[@#][^>]*$/, '');
  const plain = withoutMarks(named).replace(/\s+/g, ' ').trim();
  return [cutAtWord(plain), files > 0 && `(${said.files(files)})`].filter(Boolean).join(' ');
}

function whereOf({ workspaceId, title, workspaceTitle, isGroup }: Waiting, language: Language): string {
  const said = words[language];
  if (workspaceId) return said.where(title ?? '', workspaceTitle ?? '');
  return isGroup ? (title ?? said.group) : said.direct;
}

/**
 * Writes the mail about a person's waiting messages: the sender, the place, the beginning and a link of each.
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
      ? said.one[first.kind](senderOf(first))
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
