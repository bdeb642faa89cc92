import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import type { StateCore, Token } from 'markdown-it';

/**
 * Limits of the elements in one message and of their nesting: beyond, the message shows as typed, as it would freeze
 * the page of everyone in the channel.
 */
export const elementsAtMost = 1_000;
const maxDepth = 50;

/** Counts the elements that a token makes: two for a block of code, none for text. */
function made({ type, nesting, hidden, children }: Token): number {
  if (children) return children.reduce((sum, child) => sum + made(child), 0);
  if (type === 'fence') return 2;
  return nesting < 0 || hidden || type === 'text' ? 0 : 1;
}

/** Shows a message as typed when it would make too many elements. */
export function limitElements(state: StateCore): void {
  const elements = state.tokens.reduce((sum, token) => sum + made(token), 0);
  const isDeep = state.tokens.some(({ children }) => children?.some(({ level }) => level > maxDepth));
  if (elements > elementsAtMost || isDeep) state.tokens = paragraph(state, state.src.trim());
}

/** Shows empty quotes, lists and blocks of code as typed: « > », « - », « ``` » alone. */
export function keepEmptyBlocks(state: StateCore): void {
  const lines = state.src.split('\n');
  const tokens: Token[] = [];
  let block: Token[] = [];
  for (const token of state.tokens) {
    block.push(token);
    if (token.level > 0 || token.nesting > 0) continue;
    const shows = block.some(({ type, content }) => (type === 'inline' || type === 'fence') && !isBlank(content));
    const [from = 0, to = 0] = block[0]?.map ?? [];
    const kept = shows ? block : paragraph(state, lines.slice(from, to).join('\n').trim());
    // Pushed one by one: a long block exceeds the arguments of one call.
    for (const one of kept) tokens.push(one);
    block = [];
  }
  state.tokens = tokens;
}

/** Keeps line ends of paragraphs as text, which the stylesheet preserves: thousands of them make no element. */
export function keepLineEnds(state: StateCore): void {
  let inParagraph = false;
  for (const token of state.tokens) {
    if (token.type === 'paragraph_open') inParagraph = !token.hidden;
    if (!inParagraph || token.type !== 'inline') continue;
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak')
        Object.assign(child, { type: 'text', content: '\n' });
    }
  }
}

function paragraph(state: StateCore, typed: string): Token[] {
  const text = new state.Token('text', '', 0);
  text.content = typed;
  const inline = new state.Token('inline', '', 0);
  inline.children = [text];
  return [new state.Token('paragraph_open', 'p', 1), inline, new state.Token('paragraph_close', 'p', -1)];
}
