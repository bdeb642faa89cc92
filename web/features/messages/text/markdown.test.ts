// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const camille = '018f0000-0000-7000-8000-000000000001';
const names = new Map([[camille, 'Camille <b>Moreau</b>']]);

function parsed(content: string): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = renderMarkdown(content, names);
  return element;
}

/** What may never be in the page, whatever was written. */
function expectHarmless(element: HTMLElement): void {
  const allowed = new Set('P B STRONG I EM U S DEL SPAN A BR CODE PRE BLOCKQUOTE UL OL LI'.split(' '));
  for (const node of element.querySelectorAll('*')) {
    expect(allowed.has(node.nodeName), node.outerHTML).toBe(true);
    for (const { name, value } of node.attributes) {
      expect(['class', 'href', 'start', 'target', 'rel', 'role', 'aria-expanded']).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(https?|mailto):/i);
    }
    if (node.nodeName === 'A') expect(node.getAttribute('rel')).toBe('noopener noreferrer');
  }
}

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<u onclick="alert(1)">a</u>',
  '<u><img src=x onerror=alert(1)></u>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](vbscript:msgbox(1))',
  '![a](https://tracker.example/p.png)',
  '![a](x" onerror="alert(1))',
  '<javascript:alert(1)>',
  '[a](https://x.fr" onmouseover="alert(1))',
  '||<img src=x onerror=alert(1)>||',
  '```"><script>alert(1)</script>\ncode\n```',
  '``` x" onload="alert(1)\ncode\n```',
  '<@018f0000-0000-7000-8000-000000000001>',
  '<@"><script>alert(1)</script>>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="https://x.fr" style="position:fixed">x</a>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<form action=javascript:alert(1)><button>ok</button></form>',
  'https://x.fr/"onmouseover="alert(1)',
  '<u>||<u>||</u>**</u>**',
];

describe('the content of a message', () => {
  it.each(attacks)('stays harmless: %s', content => expectHarmless(parsed(content)));

  it('stays harmless for any mixture of marks, tags and attacks', () => {
    const pieces = fc.constantFrom(
      ...attacks,
      '||',
      '**',
      '*',
      '~~',
      '<u>',
      '</u>',
      '`',
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
      { numRuns: 300 },
    );
  });

  it('shows bold, italic, underlined, struck and hidden text', () => {
    const html = parsed('**a** *b* <u>c</u> ~~d~~ ||e **f**||');
    expect(html.querySelector('strong')?.textContent).toBe('a');
    expect(html.querySelector('em')?.textContent).toBe('b');
    expect(html.querySelector('u')?.textContent).toBe('c');
    expect(html.querySelector('s')?.textContent).toBe('d');
    expect(html.querySelector('.spoiler')?.textContent).toBe('e f');
    expect(html.querySelector('.spoiler strong')?.textContent).toBe('f');
    expect(html.querySelector('.spoiler')?.getAttribute('role')).toBe('button');
  });

  it('shows other HTML as it was typed', () => {
    expect(parsed('<b>a</b> & <marquee>').textContent).toContain('<b>a</b> & <marquee>');
  });

  it('keeps lines, lists, quotes and code', () => {
    expect(parsed('un\ndeux').querySelectorAll('br')).toHaveLength(1);
    expect(parsed('- un\n- deux').querySelectorAll('li')).toHaveLength(2);
    expect(parsed('> cité').querySelector('blockquote')?.textContent?.trim()).toBe('cité');
    expect(parsed('`||a||`').querySelector('code')?.textContent).toBe('||a||');
  });

  it('does not make a heading of a channel, nor a link of a file', () => {
    expect(parsed('# général').textContent?.trim()).toBe('# général');
    expect(parsed('voir notes.md').querySelector('a')).toBeNull();
  });

  it('opens links in another tab', () => {
    const link = parsed('voir https://palabre.example/a_b_c, merci').querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://palabre.example/a_b_c');
    expect(link?.target).toBe('_blank');
  });

  it('names whom it mentions, and writes the name as text', () => {
    const html = parsed(`<@${camille}> <@018f0000-0000-7000-8000-000000000002> <@everyone>`);
    expect([...html.querySelectorAll('.mention')].map(node => node.textContent)).toEqual([
      '@Camille <b>Moreau</b>',
      '@utilisateur',
      '@tous',
    ]);
  });
});
