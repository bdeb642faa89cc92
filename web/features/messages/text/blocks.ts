import type markdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

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

/** Headings and tables within the tags of the specification (spec 2 §5): what they are is a class, then a role. */
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
