// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { videoOf } from './media.ts';
import { plainText } from './open/mentions.ts';

function parsed(content: string): HTMLElement {
  const element = document.createElement('div');
  element.append(renderMarkdown(content));
  return element;
}

describe('a heading', () => {
  it('is one by its role, at its level, beneath that of the channel', () => {
    const headings = [...parsed('# Un **gros** titre\n### Un petit\n####### sept').querySelectorAll('[role=heading]')];
    expect(headings.map(node => [node.nodeName, node.textContent, node.getAttribute('aria-level')])).toEqual([
      ['DIV', 'Un gros titre', '2'],
      ['DIV', 'Un petit', '4'],
    ]);
  });

  it.each(['#général', '# ', 'titre\n---', 'titre\n==='])('is not made of %j', content => {
    expect(parsed(content).querySelector('[role=heading]')).toBeNull();
    expect(parsed(content).textContent?.trim()).toBe(content.trim());
  });
});

describe('a table', () => {
  const table = parsed('| Lot | Prix |\n| :-- | --: |\n| **Bardage** | 12 000 |\n| ||caché|| | 3 |');

  it('is one by its roles, with its marks and its alignment', () => {
    const rows = [...table.querySelectorAll('[role=table] > [role=row]')];
    expect(rows.map(row => [...row.children].map(cell => [cell.getAttribute('role'), cell.textContent]))).toEqual([
      [
        ['columnheader', 'Lot'],
        ['columnheader', 'Prix'],
      ],
      [
        ['cell', 'Bardage'],
        ['cell', '12 000'],
      ],
      [
        ['cell', ''],
        ['cell', ''],
      ],
    ]);
    expect(rows[1]?.querySelector('strong')).not.toBeNull();
    expect(rows[1]?.lastElementChild?.classList.contains('right')).toBe(true);
    expect(new Set([...table.querySelectorAll('.table *')].map(node => node.nodeName))).toEqual(
      new Set(['DIV', 'SPAN', 'STRONG']),
    );
  });
});

it.each([
  ['columns', `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|a\n'.repeat(1_000)}`],
  ['rows', `|a|b|\n|-|-|\n${'|a\n'.repeat(3_000)}`],
])('a table of too many %s is shown as it was typed, in no time', (_what, content) => {
  const table = parsed(content);
  expect(table.querySelectorAll('*').length).toBeLessThan(10);
  expect(table.textContent?.trim()).toBe(content.trim());
});

describe('a GIF of the picker', () => {
  it('keeps its place before it is there', () => {
    const image = parsed('![Un chat](/api/gif/media?demo=hello-1&width=320&height=240)').querySelector('img');
    expect(image?.outerHTML).toBe(
      '<img class="gif" src="/api/gif/media?demo=hello-1&amp;width=320&amp;height=240" alt="Un chat" width="320" height="240" loading="lazy">',
    );
  });

  it.each([
    '![a](https://tracker.example/p.png)',
    '![a](/api/file/1/x.png)',
    '![a](//x/api/gif/media?a=b)',
    '![a](/api/gif/media?a b)',
  ])('is the only picture that a text shows: %s', content => expect(parsed(content).querySelector('img')).toBeNull());

  it('is shown ten times at most', () => {
    expect(parsed('![](/api/gif/media?demo=ok-1) '.repeat(14)).querySelectorAll('img')).toHaveLength(10);
  });

  it('has no size that is none', () => {
    const image = parsed('![](/api/gif/media?demo=ok-1&width=99999&height=0)').querySelector('img');
    expect([image?.hasAttribute('width'), image?.hasAttribute('height')]).toEqual([false, false]);
  });
});

describe('an address of YouTube', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ&list=x',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('becomes its video, of which nothing is fetched before it is asked for: %s', address => {
    expect(videoOf(address)).toBe('dQw4w9WgXcQ');
    const video = parsed(`voir ${address} vite`).querySelector('.video');
    expect(video?.querySelector('button')).not.toBeNull();
    expect(video?.querySelector('a')?.getAttribute('href')).toBe(address);
    expect(video?.querySelector('iframe, img')).toBeNull();
  });

  it.each([
    'https://www.youtube.com/watch?v=trop-court',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQtrop',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@chaine',
    'https://exemple.fr/?u=https://youtu.be/dQw4w9WgXcQ',
  ])('of another kind stays a link: %s', address => {
    expect(parsed(address).querySelector('.video')).toBeNull();
    expect(parsed(address).querySelector('a')?.getAttribute('href')).toBe(address);
  });

  it('that has a name stays a link', () => {
    expect(parsed('[le film](https://youtu.be/dQw4w9WgXcQ)').querySelector('.video')).toBeNull();
  });
});

describe('a spoiler', () => {
  it.each(['||https://youtu.be/dQw4w9WgXcQ||', '||regarde ![](/api/gif/media?demo=ok-1)||'])(
    'gets a button SPOILER when it hides a video or a picture: %s',
    content => {
      const spoiler = parsed(content).querySelector('.spoiler');
      expect(spoiler?.firstElementChild?.outerHTML).toBe(
        '<button type="button" class="reveal" aria-expanded="false">SPOILER</button>',
      );
      expect(spoiler?.hasAttribute('role')).toBe(false);
    },
  );
});

describe('an emoji of the workspace', () => {
  it.each([
    ['bravo :tilleul: !', [':tilleul:']],
    [':a_b+c-1::ok:', [':a_b+c-1:']],
    ['10:30:45', []],
    ['https://a.b:8080:x:', []],
    ['`:tilleul:`', []],
    [':é:', []],
  ])('is found in %s', (content, expected) => {
    expect([...parsed(content).querySelectorAll('.emoji')].map(node => node.textContent)).toEqual(expected);
    expect(parsed(content).textContent?.trim()).toBe(content.replaceAll('`', ''));
  });
});

describe('a text without its marks', () => {
  it.each([
    ['# Titre\n**gras** <u>ici</u>', 'Titre\ngras ici'],
    ['#général', '#général'],
    ['![Un chat](/api/gif/media?demo=ok-1) !', 'GIF – Un chat !'],
    ['![](/api/gif/media?demo=ok-1)', 'GIF'],
    ['![Un chat](/api/gif/media?sign=coupé-en-che', 'GIF – Un chat'],
    ['||secret||', '█'],
    ['Bonjour. **La charpente** est posée, *enfin*.', 'Bonjour. La charpente est posée, enfin.'],
    ['_Oui_ : 2 * 3 * 4, plan_de_masse.pdf, a*b*c', 'Oui : 2 * 3 * 4, plan_de_masse.pdf, a*b*c'],
  ])('%j is %j', (content, expected) => expect(plainText(content)).toBe(expected));
});
