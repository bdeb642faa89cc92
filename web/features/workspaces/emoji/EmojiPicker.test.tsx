// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered } from '../../../test/answered.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { pickEmoji } from './EmojiPicker.tsx';
import { emojiLive } from './emoji.live.ts';
import { noteEmoji, recentEmoji } from './open/recent.ts';

interface Pickers {
  made: (HTMLElement & { customEmoji: { name: string }[] })[];
  ready: () => Promise<void>;
  /** Times that the first group of faces was opened. */
  faces: number;
}
const pickers = vi.hoisted((): Pickers => ({ made: [], ready: async () => {}, faces: 0 }));

/** The element, as far as Palabre touches it: its own data and drawing need a browser. */
vi.mock('emoji-picker-element/picker', () => {
  class Picker extends HTMLElement {
    customEmoji: { name: string }[];
    database = { ready: () => pickers.ready(), getEmojiByUnicodeOrName: async () => null, getEmojiBySearchQuery() {} };
    constructor(options: { customEmoji: { name: string }[] }) {
      super();
      this.customEmoji = options.customEmoji;
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<div class="search-row"><input class="search"></div><button class="nav-button" data-group-id="0"></button>' +
        '<button class="emoji" id="emo-1" title="fusée">🚀</button>';
      this.shadowRoot?.querySelector('.nav-button')?.addEventListener('click', () => pickers.faces++);
      pickers.made.push(this);
    }
  }
  customElements.define('palabre-fake-picker', Picker);
  return { default: Picker };
});

beforeEach(() => {
  Object.assign(pickers, { made: [], ready: async () => {}, faces: 0 });
  localStorage.clear();
});
afterEach(cleanup);

let chosen: Promise<string | null>;
/** Opens the picker beside a button, after this emoji was used. */
async function show(recent = '') {
  const emojis = [{ _id: 'e', name: 'tilleul', url: '/api/file/tilleul.png', workspaceId: 'atelier' }];
  serve(camille, { 'GET /workspace/atelier/emojis': () => json(200, { emojis }) });
  const { client } = open([{ path: '*', element: <button type="button">Emoji</button> }], '/');
  if (recent) noteEmoji('camille', recent);
  const anchor = screen.getByText('Emoji');
  anchor.focus();
  act(() => {
    chosen = pickEmoji(anchor, anchor.getBoundingClientRect(), 'atelier');
  });
  const dialog = await screen.findByRole('dialog', { name: 'Choisir un emoji' });
  const [picker] = pickers.made;
  return { anchor, client, dialog: within(dialog), picker: picker as Pickers['made'][number] };
}
const foot = () => document.querySelector('[data-foot]')?.textContent;

test('An emoji chosen in the picker is given back in its one spelling, becomes recent, and the focus goes back', async () => {
  const { anchor, picker } = await show();
  act(() => void picker.dispatchEvent(new CustomEvent('emoji-click', { detail: { unicode: '⚡\uFE0F' } })));
  expect(await answered(chosen)).toBe('⚡');
  expect(recentEmoji('camille', 1, new Set())).toEqual(['⚡']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(anchor);
});

test('The picker offers the workspace’s own emoji, and gives one back by its name', async () => {
  const { picker, dialog } = await show();
  await waitFor(() => expect(picker.customEmoji.map(({ name }) => name)).toEqual(['tilleul']));
  expect(dialog.queryByRole('button', { name: ':tilleul:' })).toBeNull();
  act(() => void picker.dispatchEvent(new CustomEvent('emoji-click', { detail: { name: 'tilleul' } })));
  expect(await answered(chosen)).toBe(':tilleul:');
  cleanup();
  const again = await show(':tilleul:');
  fireEvent.click(await again.dialog.findByRole('button', { name: ':tilleul:' }));
  expect(await answered(chosen)).toBe(':tilleul:');
});

test('The picker says at its foot what one points at, and closes by Escape', async () => {
  const { picker } = await show();
  const root = picker.shadowRoot as ShadowRoot;
  expect(foot()).toBe('Choisir un emoji');
  const rocket = root.querySelector('.emoji') as HTMLElement;
  fireEvent.pointerOver(rocket);
  expect(foot()).toBe('🚀fusée');
  fireEvent.pointerOver(root.querySelector('input') as HTMLElement);
  expect(foot()).toBe('Choisir un emoji');
  fireEvent.focusIn(rocket);
  expect(foot()).toBe('🚀fusée');
  // The workspace’s own is its picture.
  rocket.style.setProperty('--custom-emoji-background', 'url("/api/file/tilleul.png")');
  fireEvent.pointerOver(rocket);
  expect(document.querySelector('[data-foot] img')?.getAttribute('src')).toBe('/api/file/tilleul.png');
  rocket.style.removeProperty('--custom-emoji-background');
  fireEvent.pointerOver(root.querySelector('input') as HTMLElement);
  expect(foot()).toBe('Choisir un emoji');
  root.querySelector('input')?.setAttribute('aria-activedescendant', 'emo-1');
  await waitFor(() => expect(foot()).toBe('🚀fusée'));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await answered(chosen)).toBeNull();
  expect(recentEmoji('camille', 1, new Set())).toEqual(['👍']);
});

test('The picker opens on the faces, not on the workspace’s own emoji, unless somebody searches meanwhile', async () => {
  const { client, picker } = await show();
  await waitFor(() => expect(pickers.faces).toBeGreaterThan(0));
  const before = pickers.faces;
  const search = picker.shadowRoot?.querySelector('input') as HTMLInputElement;
  search.value = 'fus';
  const own = { _id: 'f', name: 'chene', url: '/api/file/chene.png', workspaceId: 'atelier', createdBy: null };
  act(() => emojiLive.newEmoji(own as never, client));
  await waitFor(() => expect(picker.customEmoji).toHaveLength(2));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(pickers.faces).toBe(before);
});

test('The picker’s search has the focus where there is a pointer, and opens no keyboard where fingers write', async () => {
  const hovers = (can: boolean) =>
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === (can ? '(hover: hover)' : '(hover: none)'),
      ...{ addEventListener() {}, removeEventListener() {} },
    }));
  const focused = async (can: boolean) => {
    hovers(can);
    const { picker } = await show();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { className } = picker.shadowRoot?.activeElement ?? {};
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(document.contains(picker)).toBe(false));
    await answered(chosen);
    cleanup();
    Object.assign(pickers, { made: [] });
    return className;
  };
  expect([await focused(true), await focused(false)]).toEqual(['search', undefined]);
  vi.unstubAllGlobals();
});

test('The picker’s search says that it found nothing, which the element leaves out', async () => {
  const { dialog, picker } = await show();
  // The recent emoji stand under the search.
  expect(picker.shadowRoot?.querySelector('.search-row')?.nextElementSibling?.tagName).toBe('SLOT');
  expect(dialog.getByRole('toolbar', { name: 'Utilisés récemment' })).toBeDefined();
  const look = picker.shadowRoot?.querySelector('style')?.textContent;
  const says = /#search-results:not\(:has\(\.emoji\)\)::after {[^}]* content: (.*);/.exec(look ?? '');
  expect(says?.[1]).toBe('"Aucun emoji pour ces mots."');
});

test('The picker that has no data says so, and tries again', async () => {
  const cause = new Error('gone');
  pickers.ready = () => Promise.reject(cause);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { dialog } = await show();
  expect((await dialog.findByRole('alert')).textContent).toContain('Could not load emoji.');
  expect(logged).toHaveBeenCalledWith('The emoji data could not be read', cause);
  logged.mockRestore();
  pickers.ready = async () => {};
  fireEvent.click(dialog.getByRole('button'));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  expect(pickers.made).toHaveLength(2);
  expect(document.contains(pickers.made[1] as Node)).toBe(true);
});
