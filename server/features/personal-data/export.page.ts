import type { Language } from '../../platform/http/errors.ts';
import type { Exported } from './export.ts';
import type { Known } from './personal-data.store.ts';

/** What the export says, and how its files are called. */
export const texts = {
  fr: {
    files: {
      profile: 'profil',
      sessions: 'sessions',
      linkedAccounts: 'comptes-lies',
      workspaces: 'workspaces',
      invitations: 'invitations',
      notifications: 'notifications',
      conversations: 'conversations',
      messages: 'messages',
      reactions: 'reactions',
    } as Record<string, string>,
    title: 'Vos données dans Palabre',
    made: 'Export du',
    intro:
      'Cette archive contient ce que Palabre sait de vous\u00a0: cette page se lit dans un navigateur, les fichiers .json par un programme, et le dossier «\u202ffichiers\u202f» rassemble votre photo et les pièces jointes de vos messages.',
    profile: 'Profil',
    workspaces: 'Vos workspaces',
    conversations: 'Vos conversations',
    sessions: 'Vos sessions',
    notifications: 'Votre boîte de réception',
    messages: 'Vos messages',
    readMessages: 'Lire vos messages',
    nothing: 'Rien.',
    edited: '(modifié)',
    erased: 'Message effacé',
  },
  en: {
    files: {
      profile: 'profile',
      sessions: 'sessions',
      linkedAccounts: 'linked-accounts',
      workspaces: 'workspaces',
      invitations: 'invitations',
      notifications: 'notifications',
      conversations: 'conversations',
      messages: 'messages',
      reactions: 'reactions',
    } as Record<string, string>,
    title: 'Your data in Palabre',
    made: 'Exported on',
    intro:
      'This archive holds what Palabre knows of you: this page is read in a browser, the .json files by a program, and the folder “fichiers” has your picture and the attachments of your messages.',
    profile: 'Profile',
    workspaces: 'Your workspaces',
    conversations: 'Your conversations',
    sessions: 'Your sessions',
    notifications: 'Your inbox',
    messages: 'Your messages',
    readMessages: 'Read your messages',
    nothing: 'Nothing.',
    edited: '(edited)',
    erased: 'Message erased',
  },
} as const;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, sign => entities[sign] as string);

/** Nothing in it is fetched or run: it is read years later, from a disk. */
const head = (language: Language, title: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<title>${escaped(title)}</title><style>
:root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
h1,h2{line-height:1.25}dt{font-weight:600}dd{margin:0 0 .5rem}li{margin:.25rem 0}article{margin:1rem 0;padding-top:1rem;border-top:1px solid #8886}
p.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}small{opacity:.75}
</style></head><body>
`;

const listOf = (items: readonly string[], nothing: string): string =>
  items.length > 0 ? `<ul>${items.map(item => `<li>${item}</li>`).join('\n')}</ul>` : `<p>${nothing}</p>`;

/** The page that is opened first. */
export function page(
  { profile, workspaces, sessions, notifications }: Known,
  conversations: readonly { name: string; people: readonly string[] }[],
  language: Language,
): string {
  const words = texts[language];
  const day = (time: unknown) =>
    new Date(String(time)).toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', { timeZone: 'UTC' });
  const fields = Object.entries(profile).filter(([name, value]) => value !== null && name !== 'avatar');
  const section = (title: string, content: string) => `<h2>${escaped(title)}</h2>\n${content}\n`;
  return [
    head(language, words.title),
    `<h1>${escaped(words.title)}</h1>\n<p>${escaped(words.made)} ${day(new Date())} (UTC)</p>\n<p>${escaped(words.intro)}</p>\n`,
    section(
      words.profile,
      `<dl>${fields.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>`,
    ),
    section(words.messages, `<p><a href="${words.files.messages}.html">${escaped(words.readMessages)}</a></p>`),
    section(
      words.workspaces,
      listOf(
        workspaces.map(
          ({ title, joinedAt, roles }) => `${escaped([title, ...roles].join(' · '))} <small>${day(joinedAt)}</small>`,
        ),
        words.nothing,
      ),
    ),
    section(
      words.conversations,
      listOf(
        conversations.map(({ name }) => escaped(name)),
        words.nothing,
      ),
    ),
    section(
      words.sessions,
      listOf(
        sessions.map(
          ({ device, address, openedAt }) =>
            `${escaped([device, address].filter(Boolean).join(' · '))} <small>${day(openedAt)}</small>`,
        ),
        words.nothing,
      ),
    ),
    section(
      words.notifications,
      listOf(
        notifications.map(({ content, createdAt }) => `${escaped(content)} <small>${day(createdAt)}</small>`),
        words.nothing,
      ),
    ),
    '</body></html>\n',
  ].join('');
}

/** The page of all messages, written as they are read. */
export async function* pageOfMessages(messages: AsyncIterable<Exported>, language: Language): AsyncGenerator<string> {
  const words = texts[language];
  yield `${head(language, words.messages)}<h1>${escaped(words.messages)}</h1>\n`;
  for await (const { place, workspace, time, content, updated, files } of messages) {
    const where = escaped([workspace, place].filter(Boolean).join(' · '));
    const attached = files
      .map(({ name, path }) => `<li><a href="${escaped(encodeURI(path))}">${escaped(name)}</a></li>`)
      .join('');
    const text = content || (files.length > 0 ? '' : words.erased);
    yield `<article><small>${where} · ${escaped(time)}${updated ? ` ${words.edited}` : ''}</small><p class="text">${escaped(text)}</p>${attached && `<ul>${attached}</ul>`}</article>\n`;
  }
  yield '</body></html>\n';
}
