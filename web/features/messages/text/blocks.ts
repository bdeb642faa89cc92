import type markdownIt from 'markdown-it';
import type { StateBlock, Token } from 'markdown-it';
import { elementsAtMost } from './as-typed.ts';

type Render = (tokens: Token[], index: number) => string;

const opened =
  (tag: string, className: string): Render =>
  () =>
    `<${tag} class="${className}">`;
const closed =
  (tag: string): Render =>
  () =>
    `</${tag}>`;

const alignment = (token: Token | undefined) => /text-align:(center|right)/.exec(String(token?.attrGet('style')))?.[1];

/** A table's second line: « | --- | :-: | ». */
const ruler = /^[\s|:-]*-[\s|:-]*$/;

/**
 * Whether a table that begins on this line has as few cells as may be shown. Those that a line leaves out count: they
 * are made too, tens of thousands of them for a few characters.
 */
function isSmall(state: StateBlock, start: number, end: number): boolean {
  const line = (at: number) => state.src.slice(state.bMarks[at], state.eMarks[at]);
  if (start + 2 > end || !ruler.test(line(start + 1))) return true;
  const columns = line(start).split('|').length;
  let rows = 1;
  while (rows * columns <= elementsAtMost && start + rows < end && !state.isEmpty(start + rows)) rows += 1;
  return rows * columns <= elementsAtMost;
}

/** Tables that are too large stay as they were typed. */
export function boundTables({ block: { ruler: rules } }: ReturnType<typeof markdownIt>): void {
  const [table] = rules.getRules('');
  if (!table) return;
  rules.at('table', (state, start, end, silent) => isSmall(state, start, end) && table(state, start, end, silent), {
    alt: ['paragraph', 'reference'],
  });
}

/** Headings and tables within the tags that a message may hold: what they are is a class, then a role. */
export function renderBlocks({ renderer: { rules } }: ReturnType<typeof markdownIt>): void {
  Object.assign(rules, {
    heading_open: (tokens: Token[], index: number) => `<div class="heading level-${tokens[index]?.tag.slice(1)}">`,
    heading_close: closed('div'),
    table_open: () => '<div class="table"><div class="rows">',
    table_close: () => '</div></div>',
    thead_open: () => '',
    thead_close: () => '',
    tbody_open: () => '',
    tbody_close: () => '',
    tr_open: opened('div', 'row'),
    tr_close: closed('div'),
    th_open: (tokens: Token[], index: number) => `<span class="cell name ${alignment(tokens[index]) ?? ''}">`,
    th_close: closed('span'),
    td_open: (tokens: Token[], index: number) => `<span class="cell ${alignment(tokens[index]) ?? ''}">`,
    td_close: closed('span'),
  });
}

const roles: Record<string, string> = {
  heading: 'heading',
  rows: 'table',
  row: 'row',
  name: 'columnheader',
  cell: 'cell',
};

/** Says to screen readers what a class says to the eye. */
export function giveRoles(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll('.heading, .rows, .row, .cell')) {
    const name = Object.keys(roles).find(one => element.classList.contains(one));
    if (name) element.setAttribute('role', roles[name] ?? '');
    const level = /level-(\d)/.exec(element.className)?.[1];
    // Beneath the heading of the channel.
    if (level) element.setAttribute('aria-level', String(Math.min(6, Number(level) + 1)));
  }
}
