import { type MentionNames, mentionedChannel, mentionText } from './open/mentions.ts';
import { linkedIn, linkedText, linkedTitle, messageLinkedBy } from './open/permalinks.ts';
import type { TextWorld } from './open/text-world.ts';

/** Placeholder in a rendered text for a name or a picture that may change. */
export interface Blank {
  element: Element;
  stored: string;
}

/** Finds the placeholders of a text just rendered. */
export const blanksIn = (root: Element): Blank[] =>
  [...root.querySelectorAll('.mention, .emoji, a')].flatMap(element => {
    const isBlank = !(element instanceof HTMLAnchorElement) || messageLinkedBy(element) !== null;
    return isBlank ? [{ element, stored: element.textContent ?? '' }] : [];
  });

/**
 * Fills placeholders in: names of mentions, links to channels, the workspace's emoji, and previews of linked messages.
 */
export function fillIn(blanks: readonly Blank[], names: MentionNames, world: TextWorld): void {
  for (const { element, stored } of blanks) {
    if (element instanceof HTMLAnchorElement) showLinked(element, stored, names, world);
    else if (element.classList.contains('emoji')) showEmoji(element, stored, world);
    else nameMention(element, stored, names, world);
  }
}

function nameMention(element: Element, stored: string, names: MentionNames, { channelPath }: TextWorld): void {
  const text = mentionText(stored, names);
  // Styles decide by the message's row whether the mention really calls everyone.
  if (stored === '<@everyone>') element.setAttribute('data-everyone', '');
  const channelId = mentionedChannel(stored);
  const href = channelId && names.has(channelId) ? channelPath(channelId) : null;
  if (element.textContent === text && (element.firstElementChild !== null) === (href !== null)) return;
  if (href === null) {
    element.textContent = text;
    return;
  }
  const link = document.createElement('a');
  link.href = href;
  link.tabIndex = -1;
  link.textContent = text;
  element.replaceChildren(link);
}

/** Shows a link as a preview of its message when the user may read that message; else as its address. */
function showLinked(link: HTMLAnchorElement, stored: string, names: MentionNames, { linked, sign }: TextWorld): void {
  const message = linked?.get(linkedIn(stored)[0] ?? '');
  if (!message) {
    if (link.textContent !== stored) link.textContent = stored;
    link.classList.remove('permalink');
    return;
  }
  const part = (className: string, text: string) => {
    const made = document.createElement('span');
    made.className = className;
    made.textContent = text;
    return made;
  };
  link.classList.add('permalink');
  link.replaceChildren(part('where', linkedTitle(message, sign)), ' ', part('excerpt', linkedText(message, names)));
}

function showEmoji(element: Element, stored: string, { emoji }: TextWorld): void {
  const url = emoji.get(stored.slice(1, -1));
  if (element.firstElementChild?.getAttribute('src') === (url ?? undefined)) return;
  if (url === undefined) {
    if (element.textContent !== stored) element.textContent = stored;
    return;
  }
  const image = document.createElement('img');
  image.src = url;
  image.alt = stored;
  image.title = stored;
  image.width = 22;
  image.height = 22;
  image.draggable = false;
  element.replaceChildren(image);
}

const shortcode = /:([a-z0-9_+-]{2,30}):/g;

/** Replaces the workspace's emoji by a standard one, for the test of a few emoji. */
export const withSigns = (content: string, { emoji }: TextWorld): string =>
  emoji.size === 0 || !content.includes(':')
    ? content
    : content.replace(shortcode, (stored, name: string) => (emoji.has(name) ? '🙂' : stored));
