// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { contentOf, pickGif } from './GifPicker.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const media = (id: string, dims = [320, 240]) => ({ url: `/api/gif/media?demo=${id}`, dims });
const gif = (id: string, words: string) => ({
  content_description: words,
  media_formats: { gif: media(id), tinygif: media(`${id}-tiny`, [160, 120]) },
});

async function show() {
  const calls = serve(camille, {
    'GET /gif/categories': () =>
      json(200, { tags: [{ searchterm: 'dance', path: '', image: '/api/gif/media?demo=d', name: '#dance' }] }),
    'GET /gif/search': (_body, { searchParams }) => {
      const q = searchParams.get('q') ?? '';
      return json(200, { results: q === 'zzyzx' ? [] : [gif(q === 'dance' ? 'one' : q, q)] });
    },
  });
  open([{ path: '*', element: <p>ailleurs</p> }], '/');
  const chosen = pickGif(document.body, new DOMRect(0, 0, 10, 10));
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Rechercher un GIF' });
  return {
    chosen,
    field,
    searched: () => calls.flatMap(({ asked, query }) => (asked === 'GET /gif/search' ? query.q : [])),
  };
}

it('The GIF picker searches a category by its term, then what is typed instead, and goes back to the categories', async () => {
  const { chosen, field, searched } = await show();
  await userEvent.click(await screen.findByRole('button', { name: 'danse' }));
  expect(await screen.findByRole('img', { name: 'dance' })).toBeTruthy();
  expect(field.value).toBe('danse');
  fireEvent.change(field, { target: { value: 'chat' } });
  expect(await screen.findByRole('img', { name: 'chat' })).toBeTruthy();
  expect(searched()).toEqual(expect.arrayContaining(['dance', 'chat']));
  await userEvent.click(screen.getByRole('button', { name: 'Retour aux catégories' }));
  expect(field.value).toBe('');
  await userEvent.click(await screen.findByRole('button', { name: 'danse' }));
  await userEvent.click(await screen.findByRole('img', { name: 'dance' }));
  expect(await chosen).toBe('![dance](/api/gif/media?demo=one&width=320&height=240)');
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
});

it('The GIF picker begins with the GIFs chosen last, latest first, each once, and names them at its foot', async () => {
  const { chosen: first } = await show();
  const recent = () => screen.queryByRole('toolbar', { name: 'GIF récents' });
  expect(recent()).toBeNull();
  let chosen = first;
  for (const words of ['chat', 'arbre', 'chat']) {
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: words } });
    await userEvent.click(await screen.findByRole('img', { name: words }));
    await chosen;
    chosen = pickGif(document.body, new DOMRect(0, 0, 10, 10));
  }
  await waitFor(() => expect(recent()).not.toBeNull());
  const buttons = [...(recent()?.querySelectorAll('button') ?? [])];
  expect(buttons.map(button => button.getAttribute('aria-label'))).toEqual(['chat', 'arbre']);
  buttons[0]?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.querySelector('[data-foot]')?.textContent).toBe('arbre');
  await userEvent.keyboard('{Enter}');
  expect(await chosen).toBe('![arbre](/api/gif/media?demo=arbre&width=320&height=240)');
});

it('The GIF picker takes nothing from the device that is no GIF of this server', async () => {
  await show();
  const ours = gif('one', 'chat');
  const elsewhere = { url: 'https://ailleurs.fr/chat.gif', dims: [320, 240] };
  const foreign = { ...ours, media_formats: { ...ours.media_formats, gif: elsewhere } };
  localStorage.setItem('palabre.gifs.camille', JSON.stringify([foreign, null, ours, 4]));
  void pickGif(document.body, new DOMRect(0, 0, 10, 10));
  const recent = await screen.findByRole('toolbar', { name: 'GIF récents' });
  expect(recent.querySelectorAll('button')).toHaveLength(1);
});

it('The GIF picker opens no keyboard by itself on a touch screen, and has the focus all the same', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }));
  await show();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Choisir un GIF' })));
});

it('The GIF picker says that it finds nothing', async () => {
  const { field } = await show();
  fireEvent.change(field, { target: { value: 'zzyzx' } });
  expect(await screen.findByText('Aucun GIF pour ces mots.')).toBeTruthy();
});

it('A chosen GIF is one image whatever its description, of two hundred characters at most', () => {
  expect(contentOf(gif('one', ' Un [chat]\n\\ danse '))).toBe(
    '![Un chat danse](/api/gif/media?demo=one&width=320&height=240)',
  );
  expect(contentOf(gif('one', 'a'.repeat(300)))).toMatch(/^!\[a{200}\]/);
});
