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

/**
 * Matches the second line of a table: «
 * ---
 * :-:
 * ».
 */
const ruler = /^[\s|:-]*-[\s|:-]*$/;

/**
 * Tells whether a table that starts on this line is small enough. Cells missing from a line count: they are created
 * too, tens of thousands for a few characters.
 */
function isSmall(state: StateBlock, start: number, end: number): boolean {
  const line = (at: number) => state.src.slice(state.bMarks[at], state.eMarks[at]);
  if (start + 2 > end || !ruler.test(line(start + 1))) return true;
  const columns = line(start).split('|').length;
  let rows = 1;
  while (rows * columns <= elementsAtMost && start + rows < end && !state.isEmpty(start + rows)) rows += 1;
  return rows * columns <= elementsAtMost;
}

/** Leaves tables that are too large as typed. */
export function boundTables({ block: { ruler: rules } }: ReturnType<typeof markdownIt>): void {
  const [table] = rules.getRules('');
  if (!table) return;
  rules.at('table', (state, start, end, silent) => isSmall(state, start, end) && table(state, start, end, silent), {
    alt: ['paragraph', 'reference'],
  });
}

/** Renders headings and tables with the tags allowed in messages: as classes, which `giveRoles` turns into roles. */
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

/** Gives elements the ARIA roles of their classes. */
export function giveRoles(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll('.heading, .rows, .row, .cell')) {
    const name = Object.keys(roles).find(one => element.classList.contains(one));
    if (name) element.setAttribute('role', roles[name] ?? '');
    const level = /level-(\d)/.exec(element.className)?.[1];
    // Below the heading of the channel.
    if (level) element.setAttribute('aria-level', String(Math.min(6, Number(level) + 1)));
  }
}
