import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { formatDay, formatTime, formatWhenShort } from '../../../../platform/words/format.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { type MentionNames, plainText } from './mentions.ts';
import type { Sender } from './sender.ts';

/** What is known of messages that texts link to, by id; those that one may not read are not among them. */
export type LinkedMessages = ReadonlyMap<string, Linked>;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const path = `/(?:workspace/${uuid}/channel|conversation)/${uuid}\\?message=(${uuid})`;
const whole = new RegExp(`^${path}$`, 'i');
const inText = new RegExp(path, 'gi');

/** How many links of one message are asked about: who writes dozens of them shows none. */
const linkedAtMost = 10;

/** The message of ours to which an address alone leads; null: to none, or in other words than its address. */
export function messageLinkedBy(link: HTMLAnchorElement): string | null {
  if (link.origin !== window.location.origin || link.hash !== '' || link.textContent !== link.getAttribute('href')) {
    return null;
  }
  return whole.exec(link.pathname + link.search)?.[1]?.toLowerCase() ?? null;
}

/** Ids of the messages to which a text links, the first ones. */
export function linkedIn(content: string): string[] {
  if (!content.includes('?message=')) return [];
  const found = [...content.matchAll(inText)].flatMap(([, id]) => id?.toLowerCase() ?? []);
  return [...new Set(found)].slice(0, linkedAtMost);
}

const whenOf = (time: string) => {
  const day = formatWhenShort(time);
  return day === formatTime(time) ? day : `${formatDay(time)}, ${formatTime(time)}`;
};

/**
 * « #général › PRÉNOM, 14:02 ».
 * @param sign how who wrote it signs where this is shown
 */
export function linkedTitle({ channelId, title, sender, time }: Linked, sign: (sender: Sender) => string): string {
  const place = channelId ? `#${title ?? ''}` : (title ?? i18n.t('messages:linked.talk'));
  return `${place} › ${sign(sender)}, ${whenOf(time)}`;
}

/** What the message says, on one line. */
export function linkedText({ excerpt, files }: Linked, names: MentionNames): string {
  const said = plainText(excerpt, names).replace(/\s+/g, ' ');
  return said || (files > 0 ? i18n.t('messages:answered.files', { count: files }) : i18n.t('messages:erased'));
}
