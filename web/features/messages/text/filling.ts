import { type MentionNames, mentionedChannel, mentionText } from './mentions.ts';
import type { TextWorld } from './text-world.ts';

/** What stands in a text for a name or a picture that is known elsewhere, and may change. */
export interface Blank {
  element: Element;
  stored: string;
}

/** Finds what is to be filled in, in a text just rendered. */
export const blanksIn = (root: Element): Blank[] =>
  [...root.querySelectorAll('.mention, .emoji')].map(element => ({ element, stored: element.textContent ?? '' }));

/** Writes who is mentioned, leads to the channels that are, and shows the emoji of the workspace. */
export function fillIn(blanks: readonly Blank[], names: MentionNames, world: TextWorld): void {
  for (const { element, stored } of blanks) {
    if (element.classList.contains('emoji')) showEmoji(element, stored, world);
    else nameMention(element, stored, names, world);
  }
}

function nameMention(element: Element, stored: string, names: MentionNames, { channelPath }: TextWorld): void {
  const text = mentionText(stored, names);
  // Whether that calls everyone, or is only written there, its message knows.
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

/** The text with a sign in the place of each emoji of the workspace: whether it is a few emoji and nothing else. */
export const withSigns = (content: string, { emoji }: TextWorld): string =>
  emoji.size === 0 || !content.includes(':')
    ? content
    : content.replace(shortcode, (stored, name: string) => (emoji.has(name) ? '🙂' : stored));
