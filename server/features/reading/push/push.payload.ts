import type { PushDetail } from '@palabre/common/contract/reading/push.ts';
import type { PushPayload } from '@palabre/common/rules/reading/push.ts';
import type { Language } from '../../../platform/http/errors.ts';
import { messageLink } from '../notifications/open/message-notifications.store.ts';
import { waitingAtMost } from '../notifications/open/waiting.store.ts';
import { headingOf, readable, senderOf, whereOf } from '../notifications/open/waiting-words.ts';
import type { Push } from './push.sender.ts';
import type { WaitingPush } from './push.store.ts';

/** Largest payload in bytes: push services take 4,096 with what encryption adds, some less. */
const payloadAtMost = 3_000;
/** Places told at once: those with the latest messages. */
const placesAtMost = 20;

const fr = {
  one: 'Un message',
  several: (count: string) => `${count} messages`,
  from: (count: string, name: string) => `${count} messages de ${name}`,
  in: (count: string, place: string) => `${count} messages dans ${place}`,
  line: (name: string, text: string) => `${name}\u00a0: ${text}`,
  app: 'Palabre',
  test: 'Les notifications arrivent sur cet appareil.',
};
const en: typeof fr = {
  one: 'A message',
  several: count => `${count} messages`,
  from: (count, name) => `${count} messages from ${name}`,
  in: (count, place) => `${count} messages in ${place}`,
  line: (name, text) => `${name}: ${text}`,
  app: 'Palabre',
  test: 'Notifications reach this device.',
};
const words = { fr, en };

/** Messages of one place that wait, newest first. */
type Group = readonly [WaitingPush, ...WaitingPush[]];

/**
 * Groups the messages by place: the places with a message to push, the one with the oldest latest message first, so that
 * what was told before a failure is behind what is told after it.
 */
export function placesToPush(messages: readonly WaitingPush[]): Group[] {
  const groups = new Map<string, WaitingPush[]>();
  for (const message of messages) {
    groups.set(message.placeId, [...(groups.get(message.placeId) ?? []), message]);
  }
  return [...groups.values()]
    .filter((group): group is [WaitingPush, ...WaitingPush[]] => group[0]?.isNew === true)
    .slice(0, placesAtMost)
    .reverse();
}

interface Text {
  title: string;
  body: string;
}

const channelOf = ({ title }: WaitingPush) => `#${title}`;

/** Words one message, as far as the device shows it. */
function textOfOne(message: WaitingPush, { language, detail, names }: Wording): Text {
  if (detail === 'nothing') return { title: words[language].app, body: words[language].one };
  if (detail === 'name') return { title: headingOf(message, language), body: '' };
  const text = readable(message, names, language);
  const isDirect = message.isGroup === false;
  return {
    title: headingOf(message, language),
    body: isDirect ? text : `${whereOf(message, language)}\n${text}`,
  };
}

/** Words several messages of one place: how many, and the latest. */
function textOfSeveral(group: Group, { language, detail, names }: Wording): Text {
  const [latest] = group;
  const said = words[language];
  const count = group.length < waitingAtMost ? String(group.length) : `${waitingAtMost}+`;
  if (detail === 'nothing') return { title: said.app, body: said.several(count) };
  const senders = new Set(group.map(senderOf));
  const title = senders.size === 1 ? said.from(count, senderOf(latest)) : said.several(count);
  if (detail === 'name') return { title, body: '' };
  const text = said.line(senderOf(latest), readable(latest, names, language));
  if (latest.isGroup === false) return { title, body: readable(latest, names, language) };
  const place = latest.workspaceId ? channelOf(latest) : whereOf(latest, language);
  return { title: said.in(count, place), body: text };
}

interface Wording {
  language: Language;
  detail: PushDetail;
  /** Names of the people and roles that the messages mention. */
  names: ReadonlyMap<string, string>;
}

/** Writes the payload as JSON, its text shortened until it fits. */
function fitted(payload: PushPayload): string {
  const json = JSON.stringify(payload);
  if (Buffer.byteLength(json) <= payloadAtMost) return json;
  const shorter = [...payload.body].slice(0, Math.floor([...payload.body].length / 2) - 1);
  return fitted({ ...payload, body: `${shorter.join('')}…` });
}

/** Writes the push about the messages of one place; it opens the latest. */
export function pushOf(group: Group, wording: Wording): Push {
  const [latest] = group;
  const text = group.length === 1 ? textOfOne(latest, wording) : textOfSeveral(group, wording);
  return {
    payload: fitted({ ...text, tag: latest.placeId, link: messageLink(latest, latest.id) }),
    placeId: latest.placeId,
    urgent: latest.isGroup === false || group.some(({ kind }) => kind !== 'message'),
  };
}

/** Writes the push of « Essayer ». */
export function testPush(deviceId: string, language: Language): Push {
  const { app: title, test: body } = words[language];
  const payload: PushPayload = { title, body, tag: deviceId, link: '/settings/general' };
  return { payload: JSON.stringify(payload), placeId: deviceId, urgent: true };
}
