import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import createPurifier from 'dompurify';
import markdownIt, { type StateInline, type Token } from 'markdown-it';
import { keepEmptyBlocks, keepLineEnds, limitElements } from './as-typed.ts';
import { boundTables, giveRoles, renderBlocks } from './blocks.ts';
import { isSafeAddress, keepEmptyLinks, linkAddress } from './links.ts';
import { frameCode } from './listings.ts';
import { pairMarks, readMarks } from './marks.ts';
import { gifAddress, readEmoji, readGif, showVideos } from './media.ts';

const plain = /[^\n!#$%&*+\-:<=>@[\\\]^_`{|}~]+/y;

/**
 * Reads plain text like markdown-it's own rule, and also stops at «
 * », where a spoiler may start.
 */
function text(state: StateInline, silent: boolean): boolean {
  plain.lastIndex = state.pos;
  const found = plain.exec(state.src)?.[0].slice(0, state.posMax - state.pos);
  if (!found) return false;
  if (!silent) state.pending += found;
  state.pos += found.length;
  return true;
}

const mentionHere = new RegExp(mentionPattern.source, 'iy');

function mention(state: StateInline, silent: boolean): boolean {
  mentionHere.lastIndex = state.pos;
  const found = mentionHere.exec(state.src)?.[0];
  if (!found) return false;
  if (!silent) state.push('mention', '', 0).content = found;
  state.pos += found.length;
  return true;
}

const markdown = markdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.validateLink = isSafeAddress;
boundTables(markdown);
markdown.disable(['lheading', 'hr', 'image', 'reference', 'code', 'html_block', 'html_inline']);
markdown.core.ruler.push('line_ends', keepLineEnds);
markdown.core.ruler.push('empty_blocks', keepEmptyBlocks);
markdown.core.ruler.push('elements', limitElements);
markdown.inline.ruler.at('text', text);
markdown.inline.ruler.at('linkify', linkAddress);
markdown.inline.ruler.before('linkify', 'emoji', readEmoji);
markdown.inline.ruler.before('link', 'gif', readGif);
markdown.inline.ruler.before('autolink', 'mention', mention);
markdown.inline.ruler.before('autolink', 'marks', readMarks);
markdown.inline.ruler2.before('fragments_join', 'marks', pairMarks);
markdown.inline.ruler2.before('fragments_join', 'links', keepEmptyLinks);
markdown.inline.ruler2.push('videos', showVideos);
renderBlocks(markdown);
const span =
  (className: string) =>
  (tokens: Token[], index: number): string =>
    `<span class="${className}">${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;
markdown.renderer.rules.mention = span('mention');
markdown.renderer.rules.emoji = span('emoji');
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) =>
  `${tokens[index]?.meta?.video ? '<span class="video">' : ''}${renderer.renderToken(tokens, index, options)}`;
markdown.renderer.rules.link_close = (tokens, index) => `</a>${tokens[index - 2]?.meta?.video ? '</span>' : ''}`;

const purifier = createPurifier(window);
purifier.setConfig({
  // Tags rendered here, and tags of links, code, lists and quotes; an iframe is only created on demand.
  ALLOWED_TAGS: 'div p b strong i em u s del span img a br code pre blockquote ul ol li'.split(' '),
  ALLOWED_ATTR: ['class', 'src', 'alt', 'width', 'height', 'href', 'start'],
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|\/api\/gif\/media\?)/i,
  // Attributes with numbers, which are no address.
  ADD_URI_SAFE_ATTR: ['width', 'height', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});
purifier.addHook('afterSanitizeAttributes', node => {
  // Applied to all that markdown rendered: pictures come from this server, links lead elsewhere.
  if (node.nodeName === 'IMG' && !node.getAttribute('src')?.startsWith(gifAddress)) node.remove();
  if (node.nodeName === 'A') {
    if (!isSafeAddress(node.getAttribute('href') ?? '')) node.removeAttribute('href');
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node.nodeName === 'SPAN' && node.classList.contains('spoiler')) {
    node.setAttribute('role', 'button');
    node.setAttribute('aria-expanded', 'false');
  }
});

function render(content: string): DocumentFragment {
  // The type ignores that the configuration returns a fragment.
  const fragment = purifier.sanitize(markdown.render(content).trimEnd()) as unknown as DocumentFragment;
  // A quote or a list has one direction; code is always left to right.
  for (const block of fragment.children) if (block.nodeName !== 'PRE') block.setAttribute('dir', 'auto');
  giveRoles(fragment);
  frameCode(fragment);
  coverMedia(fragment);
  return fragment;
}

/**
 * Covers each video with a button, so that nothing of YouTube loads before a click; also covers spoilers with media.
 */
function coverMedia(fragment: DocumentFragment): void {
  const button = (className: string) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = className;
    return made;
  };
  for (const video of fragment.querySelectorAll('.video')) video.prepend(button('play'));
  for (const spoiler of fragment.querySelectorAll('.spoiler:has(.video, .gif)')) {
    spoiler.classList.add('media');
    spoiler.removeAttribute('role');
    spoiler.removeAttribute('aria-expanded');
    const reveal = button('reveal');
    reveal.textContent = 'SPOILER';
    reveal.setAttribute('aria-expanded', 'false');
    spoiler.prepend(reveal);
  }
  for (const image of fragment.querySelectorAll('img')) image.setAttribute('loading', 'lazy');
}

export { playVideo } from './video.ts';

const kept = 500;
const rendered = new Map<string, DocumentFragment>();

/**
 * Renders a message's content to elements: markdown without HTML except plain formatting tags, spoilers, and mentions
 * in their stored form, which `fillIn` names; sanitized after the rendering.
 */
export function renderMarkdown(content: string): DocumentFragment {
  let fragment = rendered.get(content);
  if (!fragment) {
    fragment = render(content);
    rendered.set(content, fragment);
    const oldest = rendered.keys().next().value;
    if (rendered.size > kept && oldest !== undefined) rendered.delete(oldest);
  }
  return fragment.cloneNode(true) as DocumentFragment;
}
