// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { highlighted } from './highlight.ts';
import { renderMarkdown } from './markdown.ts';
import { videoOf } from './media.ts';
import { plainText } from './open/mentions.ts';

function parsed(content: string): HTMLElement {
  const element = document.createElement('div');
  element.append(renderMarkdown(content));
  return element;
}

describe('A heading of a message', () => {
  it('A heading of a message has its role, at its level below the channel’s heading', () => {
    const headings = [
      ...parsed('# Un **gros** titre\n### Un petit\n###### Le moindre\n####### sept').querySelectorAll(
        '[role=heading]',
      ),
    ];
    expect(headings.map(node => [node.nodeName, node.textContent, node.getAttribute('aria-level')])).toEqual([
      ['DIV', 'Un gros titre', '2'],
      ['DIV', 'Un petit', '4'],
      // There is no seventh level.
      ['DIV', 'Le moindre', '6'],
    ]);
  });

  it.each(['#général', '# ', 'titre\n---', 'titre\n==='])('A heading of a message is not made of %j', content => {
    expect(parsed(content).querySelector('[role=heading]')).toBeNull();
    expect(parsed(content).textContent?.trim()).toBe(content.trim());
  });
});

describe('A table of a message', () => {
  const table = parsed('| Lot | Prix |\n| :-- | --: |\n| **Bardage** | 12 000 |\n| ||caché|| | 3 |');

  it('A table of a message has its roles, its formatting and its alignment', () => {
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
    const sides = [...parsed('| a | b | c |\n| :-- | --: | :-: |\n| 1 | 2 | 3 |').querySelectorAll('.cell')].map(cell =>
      ['right', 'center'].find(side => cell.classList.contains(side)),
    );
    expect(sides).toEqual([undefined, 'right', 'center', undefined, 'right', 'center']);
    expect(new Set([...table.querySelectorAll('.table *')].map(node => node.nodeName))).toEqual(
      new Set(['DIV', 'SPAN', 'STRONG']),
    );
  });
});

it.each([
  ['columns', `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|a\n'.repeat(1_000)}`],
  ['rows', `|a|b|\n|-|-|\n${'|a\n'.repeat(3_000)}`],
])('A table of a message with too many %s is shown as typed, at once', (_what, content) => {
  const table = parsed(content);
  expect(table.querySelectorAll('*').length).toBeLessThan(10);
  expect(table.textContent?.trim()).toBe(content.trim());
});

describe('A GIF of a message', () => {
  it('A GIF of a message keeps its place before it loads', () => {
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
  ])('A GIF of a message is the only picture shown, and not %s', content =>
    expect(parsed(content).querySelector('img')).toBeNull(),
  );

  it('A GIF of a message is shown ten times at most', () => {
    expect(parsed('![](/api/gif/media?demo=ok-1) '.repeat(14)).querySelectorAll('img')).toHaveLength(10);
  });

  it('A GIF of a message ignores an invalid size', () => {
    const image = parsed('![](/api/gif/media?demo=ok-1&width=99999&height=0)').querySelector('img');
    expect([image?.hasAttribute('width'), image?.hasAttribute('height')]).toEqual([false, false]);
    const sized = (width: number) =>
      parsed(`![](/api/gif/media?demo=ok-1&width=${width}&height=20)`).querySelector('img')?.getAttribute('width');
    expect([sized(2_000), sized(2_001)]).toEqual(['2000', null]);
  });
});

describe('A YouTube address of a message', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ&list=x',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
  ])('A YouTube address of a message becomes a video that loads nothing before a click: %s', address => {
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
  ])('A YouTube address of a message that is no video stays a link: %s', address => {
    expect(parsed(address).querySelector('.video')).toBeNull();
    expect(parsed(address).querySelector('a')?.getAttribute('href')).toBe(address);
  });

  it('A YouTube address of a message is one of ten videos at most; the others stay links', () => {
    const many = parsed('https://youtu.be/dQw4w9WgXcQ '.repeat(12));
    expect([many.querySelectorAll('.video').length, many.querySelectorAll('a').length]).toEqual([10, 12]);
  });

  it('A YouTube address of a message counts among ten videos and GIFs together, and other links do not', () => {
    const video = 'https://youtu.be/dQw4w9WgXcQ ';
    const both = parsed(`${'![](/api/gif/media?demo=ok-1) '.repeat(6)}${video.repeat(6)}`);
    expect(['img.gif', '.video'].map(shown => both.querySelectorAll(shown).length)).toEqual([6, 4]);
    const links = parsed(`${'https://exemple.fr/plan '.repeat(12)}${video}`);
    expect([links.querySelectorAll('.video').length, links.querySelectorAll('a').length]).toEqual([1, 13]);
  });

  it('A YouTube address of a message stays a link when it has a title', () => {
    expect(parsed('[le film](https://youtu.be/dQw4w9WgXcQ)').querySelector('.video')).toBeNull();
  });
});

describe('A spoiler of a message', () => {
  it.each(['||https://youtu.be/dQw4w9WgXcQ||', '||regarde ![](/api/gif/media?demo=ok-1)||'])(
    'A spoiler of a message gets a button SPOILER when it hides a video or a picture: %s',
    content => {
      const spoiler = parsed(content).querySelector('.spoiler');
      expect(spoiler?.firstElementChild?.outerHTML).toBe(
        '<button type="button" class="reveal" aria-expanded="false">SPOILER</button>',
      );
      expect(spoiler?.hasAttribute('role')).toBe(false);
    },
  );
});

describe('An own emoji of a message', () => {
  it.each([
    ['bravo :tilleul: !', [':tilleul:']],
    [':a_b+c-1::ok:', [':a_b+c-1:']],
    ['10:30:45', []],
    ['https://a.b:8080:x:', []],
    ['`:tilleul:`', []],
    [':é:', []],
  ])('An own emoji of a message is found in %s', (content, expected) => {
    expect([...parsed(content).querySelectorAll('.emoji')].map(node => node.textContent)).toEqual(expected);
    expect(parsed(content).textContent?.trim()).toBe(content.replaceAll('`', ''));
  });
});

describe('Plain text of a message', () => {
  it.each([
    ['# Titre\n**gras** <u>ici</u>', 'Titre\ngras ici'],
    ['#général', '#général'],
    ['![Un chat](/api/gif/media?demo=ok-1) !', 'GIF – Un chat !'],
    ['![](/api/gif/media?demo=ok-1)', 'GIF'],
    ['![Un chat](/api/gif/media?sign=coupé-en-che', 'GIF – Un chat'],
    ['||secret||', '█'],
    ['Bonjour. **La charpente** est posée, *enfin*.', 'Bonjour. La charpente est posée, enfin.'],
    ['****', '****'],
    ['_Oui_ : 2 * 3 * 4, plan_de_masse.pdf, a*b*c', 'Oui : 2 * 3 * 4, plan_de_masse.pdf, a*b*c'],
  ])('Plain text of a message %j is %j', (content, expected) => expect(plainText(content)).toBe(expected));
});

describe('Code of a message', () => {
  it('Code of a message has the name of its language as it is written', () => {
    const names = {
      ...{ bash: 'Shell', sh: 'Shell', shell: 'Shell', zsh: 'Shell', cpp: 'C++', cs: 'C#', csharp: 'C#', css: 'CSS' },
      ...{ html: 'HTML', xml: 'XML', ini: 'INI', toml: 'TOML', js: 'JavaScript', javascript: 'JavaScript' },
      ...{ json: 'JSON', md: 'Markdown', php: 'PHP', py: 'Python', rb: 'Ruby', rs: 'Rust', sql: 'SQL' },
      ...{ ts: 'TypeScript', typescript: 'TypeScript', yaml: 'YAML', yml: 'YAML', jsx: 'JSX', tsx: 'TSX' },
      ...{ go: 'Go', java: 'Java', '': '' },
    };
    const shown = Object.keys(names).map(word => [
      word,
      parsed(`\`\`\`${word}\nx\n\`\`\``).querySelector('.language')?.textContent,
    ]);
    expect(Object.fromEntries(shown)).toEqual(names);
  });

  it('Code of a message is coloured in the languages that teams write most', () => {
    const languages = [
      ...['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'dockerfile', 'go', 'ini', 'java', 'javascript', 'json', 'php'],
      ...['python', 'ruby', 'rust', 'shell', 'sql', 'typescript', 'xml', 'yaml', 'js', 'ts', 'py', 'html', 'sh', 'yml'],
    ];
    expect(languages.filter(one => highlighted('1', one) === null)).toEqual([]);
  });
});
