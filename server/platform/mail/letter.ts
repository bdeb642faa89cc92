import type { Language } from '../http/errors.ts';
import { type Colour, colours } from './colours.ts';
import { logo } from './logo.ts';

/** Content of a mail, in one language and as plain text; `writeLetter` renders it. */
export interface Letter {
  language: Language;
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** Code to type or copy, with a note. */
  code?: { digits: string; note: string };
  /** Link to act on the mail. */
  action?: Link;
  /** Quotes of messages, each with a link to it. */
  extracts?: readonly Extract[];
  /** Requester, place and time of the request, as labelled values. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Advice to a reader who made no request. */
  closing: readonly string[];
  /** Link to unsubscribe from mails of this kind. */
  off?: Link;
}

interface Link {
  label: string;
  /** Path below the public URL. */
  path: string;
}

interface Extract {
  who: string;
  where: string;
  text: string;
  link: Link;
}

/** Default name of a place. */
const product = 'Palabre';

const frame = {
  fr: {
    sentBy: (name: string) => `Envoyé par ${name},`,
    noReply: 'Personne ne lit les réponses à ce message.',
    writeTo: 'Une question\u202f? Écrivez à',
    colon: '\u00a0: ',
  },
  en: {
    sentBy: (name: string) => `Sent by ${name},`,
    noReply: 'Nobody reads the answers to this message.',
    writeTo: 'A question? Write to',
    colon: ': ',
  },
} as const;

const text = "'Atkinson Hyperlegible Next', 'Segoe UI', system-ui, -apple-system, Helvetica, Arial, sans-serif";
const display = "Fraunces, Georgia, 'Times New Roman', serif";
const mono = "ui-monospace, 'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace";

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>');

/** Renders an element with its style, and the classes by which a dark mail program recolours it. */
function box(tag: string, style: string, tints: { ink?: Colour; ground?: Colour; line?: Colour }, inside: string) {
  const { ink, ground, line } = tints;
  const painted = [
    style,
    ink && `color:${colours.light[ink]}`,
    ground && `background-color:${colours.light[ground]}`,
    line && `border-color:${colours.light[line]}`,
  ];
  const classes = [ink && `ink-${ink}`, ground && `on-${ground}`, line && `line-${line}`].filter(Boolean).join(' ');
  return `<${tag} class="${classes}" style="${painted.filter(Boolean).join(';')}">${inside}</${tag}>`;
}

/** CSS rules of the dark theme, for mail programs that have one. */
const dark = Object.entries(colours.dark)
  .map(
    ([name, colour]) =>
      `.ink-${name}{color:${colour}!important}.on-${name}{background-color:${colour}!important}.line-${name}{border-color:${colour}!important}`,
  )
  .join('');

const rows = (cells: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${cells}</table>`;

/** Public URL of the server, and the name of the place and the support address if there are any. */
export interface Sender {
  publicUrl: string;
  name?: string | undefined;
  supportEmail: string | undefined;
}

/** Renders a mail as HTML and as plain text. */
export function writeLetter(letter: Letter, sender: Sender): { subject: string; html: string; text: string } {
  return { subject: letter.subject, html: asHtml(letter, sender), text: asText(letter, sender) };
}

function asHtml(letter: Letter, { publicUrl, supportEmail, name = product }: Sender) {
  const { language, subject, title, paragraphs, code, extracts = [], action, facts, closing, off } = letter;
  const says = frame[language];
  const paragraph = (value: string) =>
    box('p', `margin:0 0 16px;font:16px/1.55 ${text}`, { ink: 'ink' }, escaped(value));
  const small = (value: string) =>
    box('p', `margin:0 0 8px;font:14px/1.5 ${text}`, { ink: 'ink-soft' }, escaped(value));
  const linked = ({ label, path }: Link, style: string, ink: Colour) =>
    box('a', style, { ink }, escaped(label)).replace('<a ', `<a href="${escaped(publicUrl + path)}" `);
  const extract = ({ who, where, text: said, link }: Extract) =>
    box(
      'div',
      'margin:0 0 12px;padding:14px 16px;border-radius:10px',
      { ground: 'panel' },
      box('div', `font:600 15px/1.4 ${text}`, { ink: 'ink' }, escaped(who)) +
        box('div', `margin-bottom:6px;font:13px/1.4 ${text}`, { ink: 'ink-faint' }, escaped(where)) +
        box('div', `margin-bottom:8px;font:15px/1.5 ${text};word-break:break-word`, { ink: 'ink' }, escaped(said)) +
        linked(link, `font:14px/1.4 ${text}`, 'brand'),
    );
  const parts = [
    box('h1', `margin:0 0 16px;font:600 26px/1.25 ${display}`, { ink: 'ink' }, escaped(title)),
    ...paragraphs.map(paragraph),
    code &&
      box(
        'div',
        'margin:24px 0;padding:20px 16px 16px;border-radius:10px;text-align:center',
        { ground: 'brand-soft' },
        box('div', `font:600 34px/1.2 ${mono};letter-spacing:.24em;padding-left:.24em`, { ink: 'brand' }, code.digits) +
          box('div', `margin-top:8px;font:14px/1.5 ${text}`, { ink: 'ink-soft' }, escaped(code.note)),
      ),
    ...extracts.map(extract),
    action &&
      `<p style="margin:24px 0">${linked(action, `display:inline-block;font:600 16px/1.2 ${text}`, 'brand')}</p>`,
    facts.length > 0 &&
      box(
        'div',
        'margin:24px 0 20px;padding:16px 0;border-style:solid;border-width:1px 0',
        { line: 'line' },
        rows(
          facts
            .map(
              ([label, value]) =>
                `<tr>${box('td', `padding:3px 16px 3px 0;font:14px/1.5 ${text};vertical-align:top;white-space:nowrap`, { ink: 'ink-faint' }, escaped(label))}${box('td', `padding:3px 0;font:14px/1.5 ${text};width:100%;word-break:break-word`, { ink: 'ink' }, escaped(value))}</tr>`,
            )
            .join(''),
        ),
      ),
    ...closing.map(small),
    off && `<p style="margin:0">${linked(off, `font:14px/1.5 ${text}`, 'ink-soft')}</p>`,
  ];
  const header = `<tr>${box(
    'td',
    'padding:20px 32px;border-radius:16px 16px 0 0',
    { ground: 'bar' },
    `<img src="cid:${logo.cid}" width="36" height="36" alt="" style="vertical-align:middle;border:0">${box('span', `margin-left:10px;font:600 22px/36px ${display};vertical-align:middle`, { ink: 'bar-title' }, escaped(name))}`,
  )}</tr>`;
  const body = `<tr>${box('td', 'padding:32px;border-radius:0 0 16px 16px', { ground: 'raised' }, parts.filter(Boolean).join('\n'))}</tr>`;
  const link = box('a', '', { ink: 'ink-faint' }, escaped(new URL(publicUrl).host)).replace(
    '<a ',
    `<a href="${escaped(publicUrl)}" `,
  );
  const support =
    supportEmail &&
    `<br>${says.writeTo} ${box('a', '', { ink: 'ink-faint' }, escaped(supportEmail)).replace('<a ', `<a href="mailto:${escaped(supportEmail)}" `)}`;
  const footer = `<tr>${box('td', `padding:20px 32px;font:13px/1.5 ${text};text-align:center`, { ink: 'ink-faint' }, `${escaped(says.sentBy(name))} ${link}.<br>${says.noReply}${support ?? ''}`)}</tr>`;
  const column = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto;border-collapse:separate">${header}\n${body}\n${footer}</table>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}</style>
</head>
${box('body', 'margin:0;padding:0', { ground: 'panel' }, box('div', 'padding:32px 12px', { ground: 'panel' }, column))}
</html>
`;
}

function asText(letter: Letter, { publicUrl, supportEmail, name = product }: Sender): string {
  const { language, title, paragraphs, code, extracts = [], action, facts, closing, off } = letter;
  const says = frame[language];
  const linked = ({ label, path }: Link) => `${label}\n${publicUrl}${path}`;
  const blocks = [
    title,
    ...paragraphs,
    code && `    ${code.digits}\n\n${code.note}`,
    ...extracts.map(
      ({ who, where, text: said, link }) => `${who}\n${where}\n\n    ${said}\n\n${publicUrl}${link.path}`,
    ),
    action && linked(action),
    facts.map(([label, value]) => `${label}${says.colon}${value}`).join('\n'),
    closing.join('\n'),
    off && linked(off),
    [`-- \n${says.sentBy(name)} ${publicUrl}`, says.noReply, supportEmail && `${says.writeTo} ${supportEmail}`]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
