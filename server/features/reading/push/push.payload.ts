import type { PushDetail } from '@palabre/common/contract/reading/push.ts';
import { inboxLink, type PushPayload } from '@palabre/common/rules/reading/push.ts';
import type { Language } from '../../../platform/http/errors.ts';
import { messageLink } from '../notifications/open/message-notifications.store.ts';
import { waitingAtMost } from '../notifications/open/waiting.store.ts';
import { headingOf, readable, senderOf, whereOf } from '../notifications/open/waiting-words.ts';
import type { Push } from './push.sender.ts';
import type { WaitingPush } from './push.store.ts';

/** Largest payload in bytes: push services take 4,096 after encryption, some less. */
const payloadAtMost = 3_000;
/** Limit on the places pushed at once: those with the latest messages. */
const placesAtMost = 20;

const fr = {
  one: 'Un message',
  several: (count: string) => `${count} messages`,
  from: (count: string, name: string) => `${count} messages de ${name}`,
  in: (count: string, place: string) => `${count} messages dans ${place}`,
  line: (name: string, text: string) => `${name}\u00a0: ${text}`,
  channels: (count: number) => (count === 1 ? '1 salon' : `${count} salons`),
  conversations: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
  within: ' dans ',
  and: ' et ',
  away: (messages: string) => `${messages} pendant votre absence`,
  app: 'Palabre',
  test: 'Les notifications arrivent sur cet appareil.',
};
const en: typeof fr = {
  one: 'A message',
  several: count => `${count} messages`,
  from: (count, name) => `${count} messages from ${name}`,
  in: (count, place) => `${count} messages in ${place}`,
  line: (name, text) => `${name}: ${text}`,
  channels: count => (count === 1 ? '1 channel' : `${count} channels`),
  conversations: count => (count === 1 ? '1 conversation' : `${count} conversations`),
  within: ' in ',
  and: ' and ',
  away: messages => `${messages} while you were away`,
  app: 'Palabre',
  test: 'Notifications reach this device.',
};
const words = { fr, en };

/** Pending messages of one place, newest first. */
export type Group = readonly [WaitingPush, ...WaitingPush[]];

/**
 * Groups the messages by place: the places with a message to push, in ascending order of their latest message, so that
 * after a failure all remaining places are newer than those already pushed.
 */
export function placesToPush(messages: readonly WaitingPush[]): Group[] {
  return by(messages, ({ placeId }) => placeId)
    .flatMap(group => {
      // A later message already pushed by itself, as urgent, is not new.
      const [latest, ...before] = group.slice(group.findIndex(({ isNew }) => isNew));
      return latest?.isNew ? [[latest, ...before] as const] : [];
    })
    .sort(([one], [other]) => one.saidMs - other.saidMs);
}

/** Groups messages by a key, in the order of each group's first message. */
function by(messages: readonly WaitingPush[], keyOf: (message: WaitingPush) => string): WaitingPush[][] {
  const groups = new Map<string, WaitingPush[]>();
  for (const message of messages) {
    const group = groups.get(keyOf(message));
    if (group) group.push(message);
    else groups.set(keyOf(message), [message]);
  }
  return [...groups.values()];
}

interface Text {
  title: string;
  body: string;
}

const channelOf = ({ title }: WaitingPush) => `#${title}`;

/** Writes the text about one message, in the detail that the device shows. */
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

const countOf = (count: number, isMore: boolean) => (isMore ? `${count}+` : String(count));

/** Writes the text about several messages of one place: their number, and the latest. */
function textOfSeveral(group: Group, { language, detail, names }: Wording): Text {
  const [latest] = group;
  const said = words[language];
  const count = countOf(group.length, group.length >= waitingAtMost);
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

/** Push, with the time of the latest message in it. */
interface Telling extends Push {
  until: string;
}

/** Writes one push for each of these places: those with the latest messages, if there are many. */
export const pushesOf = (groups: readonly Group[], wording: Wording): Telling[] =>
  groups.slice(-placesAtMost).map(group => pushOf(group, wording));

/** Writes the push about the messages of one place; it opens the latest. */
function pushOf(group: Group, wording: Wording): Telling {
  const [latest] = group;
  const text = group.length === 1 ? textOfOne(latest, wording) : textOfSeveral(group, wording);
  return {
    payload: fitted({ ...text, tag: latest.placeId, link: messageLink(latest, latest.id) }),
    placeId: latest.placeId,
    urgent: isUrgent(group),
    until: latest.time,
  };
}

const isUrgent = (group: Group): boolean => group[0].isGroup === false || group.some(({ kind }) => kind !== 'message');

/** Names the place of counted messages: the channel, the group, or the other person of a direct conversation. */
const homeOf = (message: WaitingPush, language: Language) =>
  message.workspaceId ? channelOf(message) : message.isGroup ? whereOf(message, language) : senderOf(message);

/**
 * Writes the single push about new messages in several places while their person was off duty: their number, and, in
 * the detail that the device shows, their places or senders. It opens the inbox.
 */
export function summaryOf(groups: readonly Group[], userId: string, { language, detail }: Wording): Telling {
  const said = words[language];
  const fresh = groups.flatMap(group => group.filter(({ isNew }) => isNew));
  const count = said.several(
    countOf(
      fresh.length,
      groups.some(({ length }) => length >= waitingAtMost),
    ),
  );
  const homes = by(fresh, ({ homeId }) => homeId);
  const channels = homes.filter(([one]) => one?.workspaceId).length;
  const parts = [
    ...(channels > 0 ? [said.channels(channels)] : []),
    ...(homes.length > channels ? [said.conversations(homes.length - channels)] : []),
  ];
  const where = homes.map(of => `${homeOf(of[0] as WaitingPush, language)} (${of.length})`);
  const text =
    detail === 'nothing'
      ? { title: said.app, body: said.away(count) }
      : {
          title: said.away(`${count}${said.within}${parts.join(said.and)}`),
          body: (detail === 'all' ? where : [...new Set(fresh.map(senderOf))]).join(', '),
        };
  return {
    payload: fitted({ ...text, tag: userId, link: inboxLink }),
    placeId: userId,
    urgent: groups.some(isUrgent),
    until: groups.at(-1)?.[0].time ?? '',
  };
}

/** Writes the push of « Essayer ». */
export function testPush(deviceId: string, language: Language): Push {
  const { app: title, test: body } = words[language];
  const payload: PushPayload = { title, body, tag: deviceId, link: '/settings/general' };
  return { payload: JSON.stringify(payload), placeId: deviceId, urgent: true };
}
