import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { findChromium } from '../tools/chromium.ts';
import { root } from '../tools/setup.mjs';
import { table, whole } from './shared/figures.ts';

/**
 * Measures the CPU time of rendering a message, from its text to laid-out elements, in the system's Chromium. Each round has
 * another text, so that nothing is cached.
 */
const length = 10_000;
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const contents: Record<string, string> = {
  'a line of 100 characters':
    'Compte rendu de chantier : **la charpente** est posée, voir https://exemple.fr/plans et les coupes.',
  prose: fill('La charpente est posée, le bardage arrive mardi. '),
  '<@': fill('<@'),
  '||a|| ': fill('||a|| '),
  '||a|| 990 times': '||aaaaa|| '.repeat(990),
  '||a ': fill('||a '),
  '|': fill('|'),
  '<u>': fill('<u>'),
  '<u>…</u>, 50 deep, 19 times': `${'<u>'.repeat(50)}a${'</u>'.repeat(50)}`.repeat(19),
  '<u>…</u>, 999 deep': `${'<u>'.repeat(999)}a${'</u>'.repeat(999)}`,
  '*a*': fill('*a* '),
  '*a* 990 times': '*aaaaaaa* '.repeat(990),
  '- a 990 times': '- aaaaaa\n'.repeat(990),
  'paragraphs, 990': 'aaaaaaaa\n\n'.repeat(990),
  '*_…_*, 998 deep': `${'*_'.repeat(499)}a${'_*'.repeat(499)}`,
  '*a _b': fill('*a _b '),
  '**a ~~b ||c <u>d': fill('**a ~~b ||c <u>d '),
  '# a\\n': fill('# a\n'),
  'a table of 3 columns': `| a | b | c |\n| --- | --- | --- |\n${'| **a** | b | c |\n'.repeat(500)}`.slice(0, length),
  'a table of 1,000 columns and as many rows': `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|a\n'.repeat(1_000)}`,
  '|a': fill('|a'),
  ':aa: ': fill(':aa: '),
  ':aa': fill(':aa'),
  '![a](/api/gif/media?…) ': fill('![a](/api/gif/media?demo=ok-1&width=320&height=240) '),
  '![a](/api/gif/media?': fill('![a](/api/gif/media?'),
  'https://youtu.be/… ': fill('https://youtu.be/dQw4w9WgXcQ '),
  '||https://youtu.be/…|| ': fill('||https://youtu.be/dQw4w9WgXcQ|| '),
  '[': fill('['),
  '[a](': fill('[a]('),
  '[a](b) ': fill('[a](https://b.fr) '),
  '![[](': fill('![[]('),
  '`': fill('`a``b'),
  '> ': fill('> '),
  '> a\\n': fill('> a\n'),
  '- a\\n': fill('- a\n'),
  '- nested': Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth * 2)}- a\n`)
    .join('')
    .slice(0, length),
  'a\\n': fill('a\n'),
  'a\\n\\n': fill('a\n\n'),
  '```\\na\\n```\\n': fill('```\na\n```\n'),
  'https://a.b/ ': fill('https://a.b/ '),
  'https://': fill('https://'),
  'https://a…': `https://${fill('a.')}`.slice(0, length),
  'https://a/(((': `https://a.fr/${fill('(')}`.slice(0, length),
  'mailto:': fill('mailto:a@'),
  'a:': fill('a://'),
  '<a@b': fill('<a@b'),
  '<https:': fill('<https://a'),
  '&amp;': fill('&amp;'),
  '&': fill('&a'),
  '\\\\': fill('\\*'),
  emoji: fill('👩🏽‍❤️‍💋‍👨🏻'),
};

const bundle = await build({
  stdin: {
    contents: "export { renderMarkdown } from './web/features/messages/text/markdown.ts'",
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'text',
  target: 'es2022',
  tsconfig: join(root, 'tsconfig.json'),
});

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage();
await page.setContent('<style>div { width: 640px; overflow-wrap: anywhere }</style><div></div>');
await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });

const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

/** Returns the CPU milliseconds of the page's thread so far. */
async function used(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

interface Page {
  text: { renderMarkdown: (content: string) => DocumentFragment };
}

/** Renders a text `rounds` times, with layout if `laidOut` is set; returns the number of elements. */
const render = (content: string, rounds: number, laidOut: boolean) =>
  page.evaluate(
    ([text, times, lay]) => {
      const { renderMarkdown } = (globalThis as unknown as Page).text;
      const place = document.querySelector('div') as HTMLElement;
      for (let round = 0; round < times; round += 1) {
        const made = renderMarkdown(`${text.slice(0, -6)}${Math.random().toString(36).slice(2, 8)}`);
        if (lay) place.replaceChildren(made);
        if (lay) place.getBoundingClientRect();
      }
      const elements = place.querySelectorAll('*').length;
      place.replaceChildren();
      return elements;
    },
    [content, rounds, laidOut] as const,
  );

const rounds = 20;
async function cost(content: string, laidOut: boolean): Promise<number> {
  const before = await used();
  await render(content, rounds, laidOut);
  return ((await used()) - before) / rounds;
}

const rows: string[][] = [['10,000 characters of', 'read and cleaned', 'and laid out', 'elements']];
for (const [name, content] of Object.entries(contents)) {
  const elements = await render(content, 3, true);
  const [read, all] = [await cost(content, false), await cost(content, true)];
  rows.push([`\`${name}\``, read.toFixed(1), all.toFixed(1), whole(elements)]);
}
table('Processor milliseconds a message', rows);
await browser.close();
