import type { Language } from '../../../platform/http/errors.ts';
import type { Settings } from './export.concerns.ts';
import type { Exported, ExportedScheduled } from './export.messages.ts';
import { type Called, escaped, messageAsHtml } from './export.text.ts';
import { shownOfProfile, texts } from './export.texts.ts';
import type { Reading } from './exports.store.ts';
import type { Known } from './personal-data.store.ts';

/** Notification in the export. */
export interface ExportedNotification {
  type: string;
  content: string;
  place: string | null;
  workspace: string | null;
  from: string | null;
  link: string;
  isRead: boolean;
  time: string;
}

/** Report in the export. */
export interface ExportedReport {
  reason: keyof (typeof texts)['fr']['reasons'];
  description: string;
  person: string;
  workspace: string | null;
  status: 'new' | 'handled';
  time: string;
}

/** Content of the first page; long lists are read while the page is written. */
export interface FirstPage {
  known: Known;
  settings: Settings;
  conversations: readonly { name: string; people: readonly string[] }[];
  scheduled: readonly ExportedScheduled[];
  notifications: AsyncIterable<ExportedNotification>;
  reports: AsyncIterable<ExportedReport>;
}

/** Head of a page that fetches and runs nothing, since it is read years later, from a disk. */
const head = (language: Language, title: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<title>${escaped(title)}</title><style>
:root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
h1,h2,h3{line-height:1.25}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}li{margin:.25rem 0;overflow-wrap:anywhere}
article{margin:1rem 0;padding-top:1rem;border-top:1px solid #8886}p.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
small{opacity:.75}q{opacity:.75}code{font-family:ui-monospace,monospace;white-space:pre-wrap}
</style></head><body>
`;

/** Returns a function that writes times in the time zone of the export. */
function timesIn({ language, zone }: Reading): (time: string) => string {
  const format = new Intl.DateTimeFormat(texts[language].locale, {
    timeZone: zone,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return time => format.format(new Date(time));
}

const joined = (...parts: (string | null | undefined | false)[]): string => escaped(parts.filter(Boolean).join(' · '));

async function* listOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  write: (item: Item) => string,
  nothing: string,
) {
  let begun = false;
  for await (const item of items) {
    yield `${begun ? '' : '<ul>'}<li>${write(item)}</li>\n`;
    begun = true;
  }
  yield begun ? '</ul>\n' : `<p>${nothing}</p>\n`;
}

/** Yields the first page, written as its content is read. */
export async function* firstPage(told: FirstPage, reading: Reading): AsyncGenerator<string> {
  const { known, settings, conversations, scheduled, notifications, reports } = told;
  const words = texts[reading.language];
  const at = timesIn(reading);
  const when = (time: string) => `<small>${escaped(at(time))}</small>`;
  const section = (title: string) => `<h2>${escaped(title)}</h2>\n`;
  const yesNo = (value: boolean) => (value ? words.yes : words.no);
  const list = <Item>(items: AsyncIterable<Item> | Iterable<Item>, write: (item: Item) => string) =>
    listOf(items, write, words.nothing);
  const facts = (entries: readonly (readonly [string, string])[]) =>
    `<dl>${entries.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>\n`;

  yield head(reading.language, words.title);
  yield `<h1>${escaped(words.title)}</h1>\n<p>${escaped(words.made)} ${escaped(at(new Date().toISOString()))}. ${escaped(words.times(reading.zone))}</p>\n<p>${escaped(words.intro)}</p>\n`;
  yield section(words.profile);
  yield facts(
    shownOfProfile.flatMap(name => {
      const value = known.profile[name];
      if (value === null || value === undefined || value === '') return [];
      if (typeof value === 'boolean') return value ? [[words.fields[name], yesNo(value)] as const] : [];
      if (name === 'createdAt') return [[words.fields[name], at(String(value))] as const];
      if (name === 'status') return [[words.fields[name], words.status[value as keyof typeof words.status]] as const];
      return [[words.fields[name], String(value)] as const];
    }),
  );
  yield section(words.settings);
  yield facts([
    [words.notificationMail, yesNo(settings.notificationMail)],
    [words.doubleAuthentification, yesNo(settings.doubleAuthentification)],
  ]);
  if (settings.places.length > 0) yield `<h3>${escaped(words.hears)}</h3>\n`;
  for (const { place, workspace, level, muted } of settings.places)
    yield `<p>${joined(workspace, place)}${escaped(words.colon)}${joined(words.level[level], muted && words.muted)}</p>\n`;
  yield `${section(words.messages)}<p><a href="${words.files.messages}.html">${escaped(words.readMessages)}</a></p>\n`;
  yield section(words.scheduled);
  yield* list(
    scheduled,
    ({ isReminder, content, place, workspace, at: time, state }) =>
      `${joined(workspace, place, isReminder && words.reminder, state === 'failed' && words.notSent)} ${when(time)}${content && `<p class="text">${escaped(content)}</p>`}`,
  );
  yield section(words.workspaces);
  yield* list(
    known.workspaces,
    ({ title, owner, joinedAt, roles }) => `${joined(title, owner && words.owner, ...roles)} ${when(joinedAt)}`,
  );
  if (known.stays.length > 0) {
    yield section(words.stays);
    yield* list(
      known.stays,
      ({ title, joinedAt, endsAt }) => `${joined(title, `${words.until} ${at(endsAt)}`)} ${when(joinedAt)}`,
    );
  }
  yield section(words.conversations);
  yield* list(conversations, ({ name }) => escaped(name));
  yield section(words.sessions);
  yield* list(known.sessions, ({ device, address, openedAt }) => `${joined(device, address)} ${when(openedAt)}`);
  yield section(words.reports);
  yield* list(
    reports,
    ({ reason, description, person, workspace, status, time }) =>
      `${joined(person, words.reasons[reason], workspace, words.reportStatus[status])} ${when(time)}${description && `<p class="text">${escaped(description)}</p>`}`,
  );
  yield section(words.notifications);
  yield* list(
    notifications,
    ({ content, place, workspace, from, time }) =>
      `${escaped(content)} ${joined(workspace, place, from)} ${when(time)}`,
  );
  yield '</body></html>\n';
}

/** Yields the page of all messages, with the names of mentioned people, as messages are read. */
export async function* pageOfMessages(
  messages: AsyncIterable<{ message: Exported; called: Called }>,
  reading: Reading,
): AsyncGenerator<string> {
  const words = texts[reading.language];
  const at = timesIn(reading);
  yield `${head(reading.language, words.messages)}<h1>${escaped(words.messages)}</h1>\n<p>${escaped(words.times(reading.zone))}</p>\n`;
  for await (const { message, called } of messages) {
    const { place, workspace, thread, time, content, updated, files } = message;
    const attached = files
      .map(({ name, path }) => `<li><a href="${escaped(encodeURI(path))}">${escaped(name)}</a></li>`)
      .join('');
    const said = content
      ? messageAsHtml(content, called)
      : files.length > 0
        ? ''
        : `<small>${escaped(words.erased)}</small>`;
    yield `<article><small>${joined(workspace, place, thread !== null && words.inThread, at(time))}${updated ? ` ${escaped(words.edited)}` : ''}</small><p class="text">${said}</p>${attached && `<ul>${attached}</ul>`}</article>\n`;
  }
  yield '</body></html>\n';
}
