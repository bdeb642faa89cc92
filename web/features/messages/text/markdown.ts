import createPurifier from 'dompurify';
import markdownIt, { type StateInline } from 'markdown-it';
import { type MentionNames, mentionPattern, mentionText } from './mentions.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** Text between two marks, itself formatted. */
function between(open: string, close: string, name: string): InlineRule {
  return (state, silent) => {
    if (!state.src.startsWith(open, state.pos)) return false;
    const start = state.pos + open.length;
    const end = state.src.indexOf(close, start);
    if (end < 0 || end + close.length > state.posMax || state.src.slice(start, end).trim() === '') return false;
    if (!silent) {
      const { posMax } = state;
      const tag = name === 'underline' ? 'u' : 'span';
      const opening = state.push(`${name}_open`, tag, 1);
      if (tag === 'span') opening.attrs = [['class', name]];
      state.pos = start;
      state.posMax = end;
      state.md.inline.tokenize(state);
      state.posMax = posMax;
      state.push(`${name}_close`, tag, -1);
    }
    state.pos = end + close.length;
    return true;
  };
}

const plain = /[^\n!#$%&*+\-:<=>@[\\\]^_`{|}~]+/y;

/** As markdown-it's own, and stops at « | » too, where a spoiler may begin. */
const text: InlineRule = (state, silent) => {
  plain.lastIndex = state.pos;
  const found = plain.exec(state.src)?.[0].slice(0, state.posMax - state.pos);
  if (!found) return false;
  if (!silent) state.pending += found;
  state.pos += found.length;
  return true;
};

const mention: InlineRule = (state, silent) => {
  if (!state.src.startsWith('<@', state.pos)) return false;
  mentionPattern.lastIndex = state.pos;
  const found = mentionPattern.exec(state.src);
  if (!found || found.index !== state.pos) return false;
  if (!silent) state.push('mention', '', 0).content = found[0];
  state.pos += found[0].length;
  return true;
};

const markdown = markdownIt({ html: false, linkify: true, breaks: true, typographer: false });
// A name with a dot is not an address: only what has a scheme becomes a link by itself.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.disable(['table', 'heading', 'lheading', 'hr', 'image', 'reference', 'code', 'html_block', 'html_inline']);
markdown.inline.ruler.at('text', text);
markdown.inline.ruler.before('autolink', 'mention', mention);
markdown.inline.ruler.before('emphasis', 'spoiler', between('||', '||', 'spoiler'));
markdown.inline.ruler.before('autolink', 'underline', between('<u>', '</u>', 'underline'));
markdown.renderer.rules.mention = (tokens, index, _options, env) => {
  const { names } = env as { names: MentionNames };
  const name = mentionText(tokens[index]?.content ?? '', names);
  return `<span class="mention">${markdown.utils.escapeHtml(name)}</span>`;
};

/** The tags of spec 2 §5 that markdown makes here, and what links, code, lists and quotes need. No picture, no frame. */
const tags = 'p b strong i em u s del span a br code pre blockquote ul ol li'.split(' ');

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', node => {
  if (node.nodeName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node.nodeName === 'SPAN' && node.classList.contains('spoiler')) {
    node.setAttribute('role', 'button');
    node.setAttribute('aria-expanded', 'false');
  }
});

const kept = 500;
const rendered = new Map<string, string>();

/**
 * The content of a message as HTML that may be put in the page: markdown without raw HTML but `<u>`, spoilers and
 * mentions, cleaned after rendering (spec 2 §5).
 */
export function renderMarkdown(content: string, names: MentionNames): string {
  const key = content.includes('<@') ? null : content;
  const known = key === null ? undefined : rendered.get(key);
  if (known !== undefined) return known;
  const html = purifier.sanitize(markdown.render(content, { names }), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['class', 'href', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  if (key !== null) {
    rendered.set(key, html);
    const oldest = rendered.keys().next().value;
    if (rendered.size > kept && oldest !== undefined) rendered.delete(oldest);
  }
  return html;
}
