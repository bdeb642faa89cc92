import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Returns what each rule of a selector declares, in the order of the sheet, those under a condition too. */
const rulesOf = (sheet: string, selector: string): Record<string, string>[] =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('}')
    .flatMap(rule => {
      const [head = '', body] = rule.split('{').slice(-2);
      if (body === undefined || head.trim() !== selector) return [];
      return [Object.fromEntries(body.split(';').map(line => line.split(':').map(part => part.trim())))];
    });

const tokens = read('styles/tokens.css');

it('The bar of workspaces and the side panel are 120 and 250 px wide, 370 px together', () => {
  const [all] = rulesOf(tokens, ':root');
  expect(all).toMatchObject({ '--bar-width': '120px', '--panel-width': '250px', '--sidebar-width': '370px' });
  expect(rulesOf(read('app/frame/LeftBar.module.css'), '.bar')[0]?.width).toBe('var(--bar-width)');
  expect(rulesOf(read('app/frame/SidePanel.module.css'), '.panel')[0]?.width).toBe('var(--panel-width)');
});

it('The workspaces to discover stand in one column, two or four, as the screen has room', () => {
  const columns = rulesOf(read('features/workspaces/workspaces/DiscoverPage.module.css'), '.grid').map(
    rule => rule['grid-template-columns'],
  );
  expect(columns).toEqual(['minmax(0, 1fr)', 'repeat(2, minmax(0, 1fr))', 'repeat(4, minmax(0, 1fr))']);
});

it('The picker of GIFs is 300 px wide and 350 px high where a mouse has room, and emoji stand in eight columns', () => {
  const [picker] = rulesOf(read('features/messages/gifs/GifPicker.module.css'), '.picker');
  expect(picker).toMatchObject({ width: 'min(300px, 100%)', height: 'min(350px, 100%)' });
  expect(read('features/workspaces/emoji/EmojiPicker.module.css')).toContain('--num-columns: 8;');
});

it('The people to invite scroll in a list of 300 px', () => {
  const [people] = rulesOf(read('features/people/users/open/PeoplePicker.module.css'), '.people');
  expect(people).toMatchObject({ 'max-height': '300px', 'overflow-y': 'auto' });
});

it.each([
  ['that is found keeps three lines', 'reading/search/SearchItems.module.css', '.extract', '3'],
  ['in the inbox keeps four lines', 'reading/notifications/InboxItem.module.css', '.content', '4'],
  ['that is pinned keeps four lines', 'messages/pins/Pins.module.css', '.text', '4'],
])('The excerpt of a message %s', (_what, sheet, selector, lines) => {
  const [excerpt] = rulesOf(read(`features/${sheet}`), selector);
  expect(excerpt).toMatchObject({ '-webkit-line-clamp': lines, overflow: 'hidden' });
});

/** Returns the hue of a colour in degrees, or « grey » where none is to be seen. */
function hueOf(hex: string): number | 'grey' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  const [most, spread] = [Math.max(r, g, b), Math.max(r, g, b) - Math.min(r, g, b)];
  if (spread < 32) return 'grey';
  const sixth = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return (sixth * 60 + 360) % 360;
}

it('Who is online is marked in green, who is away in orange, who is busy in red, and who is offline in grey', () => {
  const marks = read('ui/marks/Avatar.module.css');
  for (const theme of tokens.split(/^\[data-theme="dark"\]/m)) {
    const hue = (status: string) => {
      const [rule] = rulesOf(marks, `[data-status="${status}"]`);
      const name = /^var\((--[\w-]+)\)$/.exec(rule?.background ?? '')?.[1] ?? expect.fail(`no colour of ${status}`);
      return hueOf(new RegExp(`${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? expect.fail(`no ${name}`));
    };
    expect(hue('online')).toBeGreaterThan(120);
    expect(hue('online')).toBeLessThan(170);
    expect(hue('away')).toBeGreaterThan(25);
    expect(hue('away')).toBeLessThan(45);
    expect((Number(hue('busy')) + 30) % 360).toBeLessThan(45);
    expect(hue('offline')).toBe('grey');
  }
});
