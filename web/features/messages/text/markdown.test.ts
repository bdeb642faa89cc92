// @vitest-environment jsdom
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { attacks } from './test/attacks.ts';

function parsed(content: string): HTMLElement {
  const element = document.createElement('div');
  element.append(renderMarkdown(content));
  return element;
}

/** Renders a content to HTML, without the line ends between blocks. */
const html = (content: string) =>
  parsed(content)
    .innerHTML.trim()
    .replace(/ (dir|target|rel|role|aria-expanded)="[^"]*"/g, '');

/** Asserts that no forbidden tag, attribute or address is in the page. */
function expectHarmless(element: HTMLElement): void {
  const allowed = new Set('DIV P B STRONG I EM U S DEL SPAN IMG BUTTON A BR CODE PRE BLOCKQUOTE UL OL LI'.split(' '));
  for (const node of element.querySelectorAll('*')) {
    expect(allowed.has(node.nodeName), node.outerHTML).toBe(true);
    for (const { name, value } of node.attributes) {
      expect([
        ...['class', 'href', 'start', 'src', 'alt', 'width', 'height'],
        ...['dir', 'target', 'rel', 'role', 'aria-expanded', 'aria-level', 'loading', 'type'],
      ]).toContain(name);
      if (name === 'src') expect(value).toMatch(/^\/api\/gif\/media\?[\w%&=.+*-]+$/);
      if (name === 'href') expect(value).toMatch(/^(https?|mailto):/i);
    }
    if (node.nodeName === 'A') expect(node.getAttribute('rel')).toBe('noopener noreferrer');
  }
}

describe('Markdown of a message', () => {
  it.each(attacks)('Markdown of a message stays harmless: %s', content => expectHarmless(parsed(content)));

  it('Markdown of a message stays harmless for any mixture of marks, tags and attacks', () => {
    const pieces = fc.constantFrom(
      ...attacks,
      '||',
      '**',
      '*',
      '~~',
      '<u>',
      '</u>',
      '<b>',
      '</b>',
      '<del>',
      '</del>',
      'https://a.b/c',
      'mailto:a@b.fr',
      '[a](',
      ')',
      '`',
      '```',
      '> ',
      '- ',
      '\n',
      ' ',
      'mot',
      '<',
      '>',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => expectHarmless(parsed(parts.join('')))),
      { numRuns: randomRuns(300) },
    );
  });

  it('Markdown of a message shows bold, italic, underlined, struck and hidden text', () => {
    expect(html('**a** *b* <u>c</u> ~~d~~ ||e **f**||')).toBe(
      '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <span class="spoiler">e <strong>f</strong></span></p>',
    );
    expect(parsed('||a||').querySelector('.spoiler')?.getAttribute('role')).toBe('button');
    // One bar more than a mark is a bar.
    expect(html('|||a||')).toBe('<p>|<span class="spoiler">a</span></p>');
  });

  it('Markdown of a message takes the allowed formatting tags, in pairs and without attributes', () => {
    expect(html('<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u> <s>f</s> <DEL>g</DEL>')).toBe(
      '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u> <s>f</s> <del>g</del></p>',
    );
    expect(html('<u>a <b>b **c**</b></u>')).toBe('<p><u>a <b>b <strong>c</strong></b></u></p>');
  });

  it('Markdown of a message shows other HTML and unpaired marks as typed', () => {
    for (const typed of [
      '<b class="x">a</b>',
      '<marquee> & co',
      '<u>a',
      'a</u>',
      '<u></u>',
      '||',
      '||||',
      'a || b',
      '|| ||',
    ]) {
      expect(parsed(typed).textContent?.trim(), typed).toBe(typed);
      expect(parsed(typed).querySelector('p *'), typed).toBeNull();
    }
  });

  it.each(['---', '***', '[x]: https://a.b', '    retrait'])(
    'Markdown of a message shows as typed what is neither a rule, a reference nor code here: %j',
    typed => {
      expect(html(typed)).toBe(
        `<p>${typed.trim()}</p>`.replace('https://a.b', '<a href="https://a.b">https://a.b</a>'),
      );
    },
  );

  it('Markdown of a message never overlaps its marks', () => {
    expect(html('**a ||b** c||')).toBe('<p><strong>a ||b</strong> c||</p>');
    expect(html('<u>a ||b</u> c||')).toBe('<p><u>a ||b</u> c||</p>');
  });

  it.each([
    ['||https://a.b/c||', '<p><span class="spoiler">LINK</span></p>'],
    ['~~https://a.b/c~~', '<p><s>LINK</s></p>'],
    ['**https://a.b/c**', '<p><strong>LINK</strong></p>'],
    ['*https://a.b/c*', '<p><em>LINK</em></p>'],
    ['_https://a.b/c_', '<p><em>LINK</em></p>'],
    ['<u>https://a.b/c</u>', '<p><u>LINK</u></p>'],
    ['||voir https://a.b/c, merci||', '<p><span class="spoiler">voir LINK, merci</span></p>'],
    ['||~~https://a.b/c~~||', '<p><span class="spoiler"><s>LINK</s></span></p>'],
    ['(https://a.b/c)', '<p>(LINK)</p>'],
    ['xhttps://a.b/c', '<p>xhttps://a.b/c</p>'],
    ['`https://a.b/c`', '<p><code>https://a.b/c</code></p>'],
  ])('Markdown of a message keeps the marks around an address: %s', (content, expected) => {
    expect(html(content)).toBe(expected.replace('LINK', '<a href="https://a.b/c">https://a.b/c</a>'));
  });

  it('Markdown of a message keeps lines, lists, quotes and code', () => {
    const lines = parsed('un\ndeux  \ntrois').querySelector('p');
    // The stylesheet keeps line ends: an element beside a line end would make two.
    expect([lines?.textContent, lines?.childElementCount]).toEqual(['un\ndeux\ntrois', 0]);
    expect(parsed('- un\ndeux').querySelectorAll('li br')).toHaveLength(1);
    expect(parsed('- un\n- deux').querySelectorAll('li')).toHaveLength(2);
    expect(parsed('> cité').querySelector('blockquote')?.textContent?.trim()).toBe('cité');
    // A list that goes on after something else counts on.
    expect(parsed('3. trois').querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(parsed('`||a||`').querySelector('code')?.textContent).toBe('||a||');
  });

  it.each([
    '>',
    '> ',
    '>\n>',
    '-',
    '*',
    '+',
    '1.',
    '- -',
    '```',
    '```js',
    '```\n```',
    '~~~',
    '~~~ mot',
    `${'>'.repeat(120)} a`,
  ])('Markdown of a message shows an empty block as typed: %j', content => {
    expect(parsed(content).querySelector('blockquote, ul, ol, pre, code')).toBeNull();
    expect(html(content)).toBe(`<p>${content.trim().replaceAll('>', '&gt;')}</p>`);
  });

  it('Markdown of a message shows an empty block beside another as typed', () => {
    expect(html('bonjour\n\n```\n')).toBe('<p>bonjour</p>\n<p>```</p>');
    expect(html('> a\n\nb')).toBe('<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>');
  });

  it('Markdown of a message shows as typed what would make thousands of elements', () => {
    for (const piece of ['*a* ', '||a|| ', '- a\n', '> a\n\n', 'a\n\n', '<u>a</u>', '`a` ', '<@everyone>']) {
      const content = piece.repeat(1_100).trim();
      expect(html(content), piece).toBe(`<p>${content.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
    }
    expect(parsed('a\n'.repeat(5_000)).querySelectorAll('*')).toHaveLength(1);
    expect(parsed(`${'<u>'.repeat(60)}a${'</u>'.repeat(60)}`).querySelector('u')).toBeNull();
    expect(parsed('*a* '.repeat(900)).querySelectorAll('em')).toHaveLength(900);
    // A block of code is two elements.
    const codes = (count: number) => parsed('```\na\n```\n'.repeat(count)).querySelectorAll('pre').length;
    expect([codes(500), codes(501)]).toEqual([500, 0]);
  });

  it('Markdown of a message sets the direction by block, and none on code', () => {
    const blocks = [...parsed('שלום\n\n- אחד\n\n> hi\n\n```\nx\n```').children];
    expect(blocks.slice(0, 3).map(block => [block.nodeName, block.getAttribute('dir')])).toEqual([
      ['P', 'auto'],
      ['UL', 'auto'],
      ['BLOCKQUOTE', 'auto'],
    ]);
    expect(blocks[3]?.querySelector('pre')?.closest('[dir]')).toBeNull();
  });

  it('Markdown of a message makes no heading of a channel and no link of a file name', () => {
    expect(parsed('#général').textContent?.trim()).toBe('#général');
    expect(parsed('voir notes.md').querySelector('a')).toBeNull();
  });

  it.each([
    '[a]()',
    '[a **b**]()',
    '[a](/chemin)',
    '[a](ftp://x.fr)',
    '[a](javascript:x)',
    '<ftp://x.fr>',
    'ftp://x.fr',
  ])('Markdown of a message makes no link without an allowed address: %s', content => {
    expect(parsed(content).querySelector('a')).toBeNull();
    expect(parsed(content).textContent?.trim()).toBe(content.replaceAll('**', ''));
  });

  it('Markdown of a message opens links in another tab', () => {
    const link = parsed('voir https://palabre.example/a_b_c, merci').querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://palabre.example/a_b_c');
    expect(link?.target).toBe('_blank');
    // An underscore is a part of an address, unless another underscore precedes the address.
    const ends = ['https://a.b/c_', 'https://a.b/c*', '_https://a.b/c_'].map(typed => parsed(typed).querySelector('a'));
    expect(ends.map(one => one?.getAttribute('href'))).toEqual(['https://a.b/c_', 'https://a.b/c', 'https://a.b/c']);
  });

  it('Markdown of a message makes one link of a titled one whose title is an address', () => {
    const links = parsed('[voir https://a.b ici](https://c.d)').querySelectorAll('a');
    expect([...links].map(link => [link.getAttribute('href'), link.textContent])).toEqual([
      ['https://c.d', 'voir https://a.b ici'],
    ]);
  });

  it('Markdown of a message links an e-mail address', () => {
    expect(parsed('mailto:camille@exemple.fr').querySelector('a')?.getAttribute('href')).toBe(
      'mailto:camille@exemple.fr',
    );
  });

  it('Markdown of a message marks mentions in their stored form', () => {
    const stored = [
      '<@018f0000-0000-7000-8000-000000000001>',
      '<@&018f0000-0000-7000-8000-000000000002>',
      '<@everyone>',
    ];
    const found = [...parsed(`${stored.join(' ')} <@nobody>`).querySelectorAll('.mention')];
    expect(found.map(node => node.textContent)).toEqual(stored);
  });
});
