import { isBlank } from '@palabre/common/rules/message-content.ts';
import type { StateCore, Token } from 'markdown-it';

/**
 * More elements than this in one message, or more of them one in the other, are no formatting: they would hold up the
 * page of everyone in the channel.
 */
export const elementsAtMost = 1_000;
const depthAtMost = 50;

/** How many elements a token makes: a block of code is two, text none. */
function made({ type, nesting, hidden, children }: Token): number {
  if (children) return children.reduce((sum, child) => sum + made(child), 0);
  if (type === 'fence') return 2;
  return nesting < 0 || hidden || type === 'text' ? 0 : 1;
}

/** Shows the whole message as it was typed when it would make too many elements. */
export function limitElements(state: StateCore): void {
  const elements = state.tokens.reduce((sum, token) => sum + made(token), 0);
  const isDeep = state.tokens.some(({ children }) => children?.some(({ level }) => level > depthAtMost));
  if (elements > elementsAtMost || isDeep) state.tokens = paragraph(state, state.src.trim());
}

/** Shows as it was typed what would be an empty quote, list or block of code: « > », « - », « ``` » alone. */
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
    // One by one: a long block is more than a call takes.
    for (const one of kept) tokens.push(one);
    block = [];
  }
  state.tokens = tokens;
}

/** A line end in a paragraph is just that: the stylesheet keeps it, and thousands of them make no element. */
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
