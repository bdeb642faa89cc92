import { cutAtWord, ownWords } from '@palabre/common/rules/messages/excerpts.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { withoutMarks } from '@palabre/common/rules/messages/plain-text.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import type { Language } from '../../../../platform/http/errors.ts';
import type { Waiting } from './waiting.store.ts';

const hidden = '▒▒▒▒';

const fr = {
  heading: {
    answer: (name: string) => `${name} vous a répondu`,
    mention: (name: string) => `${name} vous mentionne`,
    message: (name: string) => `${name} vous a écrit`,
  },
  direct: 'Message direct',
  group: 'Conversation de groupe',
  where: (channel: string, workspace: string) => `#${channel} · ${workspace}`,
  everyone: '@tous',
  someone: '@quelqu’un',
  channel: '#salon',
  files: (count: number) => (count === 1 ? '1 fichier joint' : `${count} fichiers joints`),
};

const en: typeof fr = {
  heading: {
    answer: name => `${name} replied to you`,
    mention: name => `${name} mentioned you`,
    message: name => `${name} wrote to you`,
  },
  direct: 'Direct message',
  group: 'Group conversation',
  where: (channel, workspace) => `#${channel} · ${workspace}`,
  everyone: '@everyone',
  someone: '@someone',
  channel: '#channel',
  files: count => (count === 1 ? '1 file attached' : `${count} files attached`),
};

const words = { fr, en };

/** Names the sender of a pending message. */
export const senderOf = ({ senderFirstName: firstName, senderLastName: lastName }: Waiting): string =>
  fullName({ firstName, lastName });

/** Writes the heading of a message, its sender and kind: « Camille Riou vous mentionne ». */
export const headingOf = (message: Waiting, language: Language): string =>
  words[language].heading[message.kind](senderOf(message));

/** Writes a pending message's text on one line: names in place of ids, spoilers hidden, cut between words. */
export function readable({ content, files }: Waiting, names: ReadonlyMap<string, string>, language: Language): string {
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

/** Names the place of a pending message. */
export function whereOf({ workspaceId, title, workspaceTitle, isGroup }: Waiting, language: Language): string {
  const said = words[language];
  if (workspaceId) return said.where(title ?? '', workspaceTitle ?? '');
  return isGroup ? (title ?? said.group) : said.direct;
}
