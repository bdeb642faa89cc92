// @vitest-environment jsdom
import { expect, it } from 'vitest';
import '../../platform/i18n.ts';
import { quoted } from './quote.ts';

const karim = '018f0000-0000-7000-8000-00000000000b';
const names = new Map([[karim, 'Karim Benali']]);
const address = 'https://palabre.example/workspace/w/channel/c?message=m';
const quote = (content: string, { author = 'Camille Moreau', files = [] as string[] } = {}) =>
  quoted({ content, files, author, address }, names);
const head = `> [Camille Moreau](${address})`;

it('quotes a message line by line, below its author, who leads to it', () => {
  expect(quote('La charpente\n\nest **posée**.')).toBe(`${head}\n> La charpente\n>\n> est **posée**.`);
});

it('calls nobody again whom the message mentions', () => {
  expect(quote(`Merci <@${karim}> et <@everyone>`)).toBe(`${head}\n> Merci @Karim Benali et @tous`);
});

it('leaves out what the message quotes in turn, unless there is nothing else', () => {
  expect(quote('> avant\n> encore\n\nD’accord.')).toBe(`${head}\n> D’accord.`);
  expect(quote('> seul')).toBe(`${head}\n> > seul`);
});

it('cuts a long message, and closes what the cut left open', () => {
  expect(quote(Array.from({ length: 9 }, (_, n) => `ligne ${n}`).join('\n')).split('\n')).toHaveLength(7);
  expect(quote('a'.repeat(900))).toBe(`${head}\n> ${'a'.repeat(400)}…`);
  expect(quote(`la fin\u00a0: ||${'x'.repeat(900)}||`).endsWith('x…||')).toBe(true);
  expect(quote(`\`\`\`\n${'let x;\n'.repeat(20)}\`\`\``).endsWith('…\n> ```')).toBe(true);
  const gif = `![Un chat](/api/gif/media?url=${'x'.repeat(300)})`;
  expect(quote(`${'a'.repeat(200)} ${gif}`)).toBe(`${head}\n> ${'a'.repeat(200)} GIF – Un chat…`);
  expect(quote(`${gif} ${'a'.repeat(300)}`)).toContain(gif);
  expect(quote('😀'.repeat(300))).not.toMatch(/\p{Surrogate}/u);
});

it('takes the marks of a name for letters', () => {
  expect(quote('ok', { author: '[x](y) *_*' })).toBe(`> [\\[x\\]\\(y\\) \\*\\_\\*](${address})\n> ok`);
});

it('names the files of a message that says nothing else', () => {
  const files = ['plan_du_rez.pdf', 'façade.jpg'];
  expect(quote('', { files })).toBe(`${head}\n> plan\\_du\\_rez.pdf\n> façade.jpg`);
  expect(quote('Les plans', { files })).toBe(`${head}\n> Les plans`);
});
