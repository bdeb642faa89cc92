import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { formatDay, formatTime, formatWhenShort } from '../../../../platform/words/format.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { type MentionNames, plainText } from './mentions.ts';
import type { Sender } from './sender.ts';

/** Linked messages by id, without the messages that the user may not read. */
export type LinkedMessages = ReadonlyMap<string, Linked>;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const path = `/(?:workspace/${uuid}/channel|conversation)/${uuid}\\?message=(${uuid})(?:&thread=${uuid})?`;
const whole = new RegExp(`^${path}$`, 'i');
const inText = new RegExp(path, 'gi');

/** Maximum of links previewed in one message. */
const maxLinked = 10;

/**
 * Returns the id of the message that a bare address links to; null for other links, and for links with their own text.
 */
export function messageLinkedBy(link: HTMLAnchorElement): string | null {
  if (link.origin !== window.location.origin || link.hash !== '' || link.textContent !== link.getAttribute('href')) {
    return null;
  }
  return whole.exec(link.pathname + link.search)?.[1]?.toLowerCase() ?? null;
}

/** Returns the ids of the first messages that a text links to. */
export function linkedIn(content: string): string[] {
  if (!content.includes('?message=')) return [];
  const found = [...content.matchAll(inText)].flatMap(([, id]) => id?.toLowerCase() ?? []);
  return [...new Set(found)].slice(0, maxLinked);
}

const whenOf = (time: string) => {
  const day = formatWhenShort(time);
  return day === formatTime(time) ? day : `${formatDay(time)}, ${formatTime(time)}`;
};

/**
 * Builds the title of a linked message: « #général › PRÉNOM, 14:02 », or « #général › fil › PRÉNOM, 14:02 ».
 * @param sign returns the author's name as displayed there
 */
export function linkedTitle(linked: Linked, sign: (sender: Sender) => string): string {
  const { threadId, title, sender, time } = linked;
  const { channelId } = linked.parent ?? linked;
  const place = channelId ? `#${title ?? ''}` : (title ?? i18n.t('messages:linked.talk'));
  return [place, threadId && i18n.t('messages:linked.thread'), `${sign(sender)}, ${whenOf(time)}`]
    .filter(Boolean)
    .join(' › ');
}

/** Returns the text of a linked message, on one line. */
export function linkedText({ excerpt, files }: Linked, names: MentionNames): string {
  const said = plainText(excerpt, names).replace(/\s+/g, ' ');
  return said || (files > 0 ? i18n.t('messages:answered.files', { count: files }) : i18n.t('messages:erased'));
}
