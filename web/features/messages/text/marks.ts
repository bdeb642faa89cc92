import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import type { Delimiter, StateInline } from 'markdown-it';

/** Tags allowed in a message, in pairs and without attributes, equivalent to markdown's own marks. */
const tags = ['u', 'b', 'strong', 'i', 'em', 's', 'del'];
const typedTag = new RegExp(`<(/?)(${tags.join('|')})>`, 'iy');
const bars = /\|{2,}/y;

/** Markers identify delimiters; markdown-it uses character codes, so ours start beyond Unicode. */
const firstMarker = 0x110000;
const spoilerMarker = firstMarker + tags.length;

function pushMark(state: StateInline, typed: string, marker: number, ends: Pick<Delimiter, 'open' | 'close'>): void {
  state.push('text', '', 0).content = typed;
  state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, ...ends });
}

/** Reads each « || » and typed tag; pairs are matched at the end of the paragraph. */
export function readMarks(state: StateInline, silent: boolean): boolean {
  if (silent) return false;
  typedTag.lastIndex = state.pos;
  bars.lastIndex = state.pos;
  const tag = state.src[state.pos] === '<' ? typedTag.exec(state.src) : null;
  const run = state.src[state.pos] === '|' ? bars.exec(state.src) : null;
  const found = (tag ?? run)?.[0];
  if (!found || state.pos + found.length > state.posMax) return false;
  if (tag) {
    const closing = tag[1] === '/';
    const marker = firstMarker + tags.indexOf((tag[2] ?? '').toLowerCase());
    pushMark(state, found, marker, { open: !closing, close: closing });
  } else {
    if (found.length > 2) state.push('text', '', 0).content = found.slice(2);
    pushMark(state, '||', spoilerMarker, { open: true, close: true });
  }
  state.pos += found.length;
  return true;
}

/** Turns pairs of marks into elements; an unpaired mark stays as typed. */
export function pairMarks(state: StateInline): void {
  for (const delimiters of [state.delimiters, ...state.tokens_meta.map(meta => meta?.delimiters ?? [])]) {
    for (const start of delimiters) {
      const end = start.marker >= firstMarker ? delimiters[start.end] : undefined;
      if (end) makePair(state, start, end);
    }
  }
}

function makePair(state: StateInline, start: Delimiter, end: Delimiter): void {
  if (isEmptyBetween(state, start.token, end.token)) return;
  const isSpoiler = start.marker === spoilerMarker;
  const tag = isSpoiler ? 'span' : (tags[start.marker - firstMarker] ?? '');
  const make = (index: number, type: string, nesting: 1 | -1) => {
    const token = state.tokens[index];
    if (token) Object.assign(token, { type, tag, nesting, markup: token.content, content: '' });
    return token;
  };
  const opening = make(start.token, 'mark_open', 1);
  if (opening && isSpoiler) opening.attrs = [['class', 'spoiler']];
  make(end.token, 'mark_close', -1);
}

function isEmptyBetween({ tokens }: StateInline, from: number, to: number): boolean {
  for (let index = from + 1; index < to; index += 1) {
    const token = tokens[index];
    if (token && (token.type !== 'text' || !isBlank(token.content))) return false;
  }
  return true;
}
