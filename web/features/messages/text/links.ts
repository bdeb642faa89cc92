import type { StateInline } from 'markdown-it';

/** Tells whether a link's scheme is allowed: no relative address, and no scheme that runs code. */
export const isSafeAddress = (url: string): boolean => /^(?:https?:\/\/|mailto:)./i.test(url);

/** Matches a scheme just before « : ». */
const scheme = /(?:^|[^a-z0-9.+-])(https?|mailto)$/i;
/** Matches the longest possible address: it stops at white space and at surrounding marks. */
const address = /(?:(?!\|\||~~)[^\s<>])*/y;

/**
 * Turns a bare address into a link. markdown-it's own rule takes the marks after an address (« || », « ~~ ») for a part
 * of it.
 */
export function linkAddress(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || state.linkLevel > 0) return false;
  const name = scheme.exec(state.pending.slice(-7))?.[1];
  if (!name) return false;
  const start = state.pos - name.length;
  address.lastIndex = start;
  const typed = address.exec(state.src)?.[0].slice(0, state.posMax - start) ?? '';
  const found = state.md.linkify.matchAtStart(typed)?.url ?? '';
  const url = found.replace(state.src[start - 1] === '_' ? /[*_]+$/ : /\*+$/, '');
  const href = state.md.normalizeLink(url);
  if (url.length <= name.length + 1 || !state.md.validateLink(href)) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -name.length);
    state.push('link_open', 'a', 1).attrs = [['href', href]];
    state.push('text', '', 0).content = state.md.normalizeLinkText(url);
    state.push('link_close', 'a', -1);
  }
  state.pos = start + url.length;
  return true;
}

/** Shows a link without an address as typed: « [texte]() ». */
export function keepEmptyLinks({ tokens }: StateInline): void {
  let empty = false;
  for (const token of tokens) {
    if (token.type === 'link_open') empty = !token.attrGet('href');
    if (!empty || !token.type.startsWith('link_')) continue;
    const content = token.nesting > 0 ? '[' : ']()';
    Object.assign(token, { type: 'text', tag: '', nesting: 0, attrs: null, content });
  }
}
