// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { placeKey } from './platform/place-style.ts';

let pages = 0;
const root = document.documentElement;

beforeEach(() => {
  const kinds = ['guest', 'channel', 'conversations', 'workspaces', 'settings', 'personal', 'home', 'english'];
  vi.stubGlobal('files', Object.fromEntries(kinds.map(kind => [kind, [`/assets/${kind}.js`, `/assets/${kind}.css`]])));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  root.removeAttribute('style');
  root.lang = 'fr';
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** Opens a page at an address, with these texts kept on the device. */
async function openPage(address: string, kept: Record<string, string> = {}) {
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
  window.history.replaceState(null, '', address);
  pages += 1;
  await import(/* @vite-ignore */ `./opening.ts?opened=${pages}`);
  const links = [...document.head.querySelectorAll('link')];
  return links.map(({ rel, as, href }) => [rel, as, new URL(href).pathname].filter(Boolean).join(' '));
}

test.each([
  ['/workspace/w/channel/c', 'channel', 'channel', false],
  ['/workspace/w', 'channel', 'channel', true],
  ['/conversation/deux', 'channel', 'conversations', false],
  ['/conversation', 'conversations', 'conversations', true],
  ['/settings/workspace/w/roles', 'settings', 'settings', true],
  ['/settings/profile', 'personal', 'personal', true],
  ['/settings', 'home', 'personal', true],
  ['/home', 'home', 'home', true],
  ['/', 'workspaces', 'workspaces', true],
  ['/workspaces', 'workspaces', 'workspaces', true],
  ['/privacy', 'other', null, true],
])(
  'A page that opens at %s looks like %s before its code is there, which it fetches: %s',
  async (address, looks, files, tabs) => {
    const fetched = await openPage(address, { token: 'a.b.c' });
    expect([root.dataset.opening, root.dataset.tabs]).toEqual([looks, tabs ? '' : undefined]);
    expect(fetched).toEqual(files ? [`modulepreload /assets/${files}.js`, `preload style /assets/${files}.css`] : []);
  },
);

test.each([
  ['/login?token=a.b.c&message=m', '/login?message=m'],
  ['/workspace/w?Token=a.b.c#fin', '/workspace/w#fin'],
  ['//exemple.fr/x?token=a.b.c', '//exemple.fr/x'],
])('A page that opens at %s takes the token out of its address at once: %s', async (address, clean) => {
  await openPage(location.origin + address);
  expect(location.href).toBe(location.origin + clean);
});

test('A page that opens without a session looks like the login wherever it is, and fetches that', async () => {
  const fetched = await openPage('/workspace/w/channel/c');
  expect([root.dataset.opening, root.dataset.tabs]).toEqual(['guest', undefined]);
  expect(fetched[0]).toBe('modulepreload /assets/guest.js');
});

test.each([
  ['light', false, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
])(
  'A page that opens has the chosen theme, « %s », at once where the device is dark: %s',
  async (theme, isDark, shown) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isDark }));
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    document.head.append(meta);
    await openPage('/home', { 'palabre.theme': theme });
    expect([root.dataset.theme, meta.content]).toEqual([shown, shown === 'dark' ? '#0b1512' : '#17392f']);
  },
);

test('A page that opens has the language, the name and the colours that are kept, and no members where they were hidden', async () => {
  const { title } = document;
  onTestFinished(() => {
    document.title = title;
  });
  const place = { name: 'Atelier', language: 'en', palette: null };
  const kept = {
    token: 'a.b.c',
    [placeKey]: JSON.stringify(place),
    'palabre.shell': '{"state":{"membersOpen":false}}',
  };
  const fetched = await openPage('/home', kept);
  expect([root.lang, document.title, root.dataset.members]).toEqual(['en', 'Atelier', 'closed']);
  expect(fetched).toContain('modulepreload /assets/english.js');
  root.lang = 'fr';
  document.head.replaceChildren();
  // The user's own choice comes before the place's, and an unreadable value is ignored.
  expect(await openPage('/home', { 'palabre.language': 'fr', 'palabre.shell': '{}' })).not.toContain(
    'modulepreload /assets/english.js',
  );
  delete root.dataset.opening;
  await openPage('/home', { [placeKey]: 'rien' });
  expect([root.lang, root.dataset.opening]).toEqual(['fr', 'home']);
});
