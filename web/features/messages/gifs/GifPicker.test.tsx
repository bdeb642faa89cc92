// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { answered } from '../../../test/answered.ts';
import { readAgain } from '../../../test/read-again.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { contentOf, pickGif } from './GifPicker.tsx';
import { noteGif, recentGifs } from './recent-gifs.ts';

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

async function show(others: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /gif/categories': () =>
      json(200, { tags: [{ searchterm: 'dance', path: '', image: '/api/gif/media?demo=d', name: '#dance' }] }),
    'GET /gif/search': (_body, { searchParams }) => {
      const q = searchParams.get('q') ?? '';
      return json(200, { results: q === 'zzyzx' ? [] : [gif(q === 'dance' ? 'one' : q, q)] });
    },
    ...others,
  });
  const { client } = open([{ path: '*', element: <p>ailleurs</p> }], '/');
  const chosen = pickGif(document.body, new DOMRect(0, 0, 10, 10));
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Rechercher un GIF' });
  return {
    client,
    chosen,
    field,
    searched: () => calls.flatMap(({ asked, query }) => (asked === 'GET /gif/search' ? query.q : [])),
    categories: () => calls.filter(({ asked }) => asked === 'GET /gif/categories').length,
  };
}

it('The GIF picker searches a category by its term, then what is typed instead, and goes back to the categories', async () => {
  const { chosen, field, searched } = await show();
  const category = await screen.findByRole('button', { name: 'danse' });
  expect(category.querySelector('img')?.getAttribute('src')).toBe('/api/gif/media?demo=d');
  expect(category.closest('ul')?.ariaLabel).toBe('Catégories');
  await userEvent.click(category);
  expect(await screen.findByRole('img', { name: 'dance' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'GIF trouvés' })).toBeTruthy();
  expect([field.value, field.maxLength]).toEqual(['danse', 100]);
  fireEvent.change(field, { target: { value: 'chat' } });
  expect(await screen.findByRole('img', { name: 'chat' })).toBeTruthy();
  expect(searched()).toEqual(expect.arrayContaining(['dance', 'chat']));
  await userEvent.click(screen.getByRole('button', { name: 'Retour aux catégories' }));
  expect(field.value).toBe('');
  await userEvent.click(await screen.findByRole('button', { name: 'danse' }));
  await userEvent.click(await screen.findByRole('img', { name: 'dance' }));
  expect(await answered(chosen)).toBe('![dance](/api/gif/media?demo=one&width=320&height=240)');
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
});

it('The GIF picker begins with the GIFs chosen last, latest first, each once, and names them at its foot', async () => {
  const { chosen: first, categories } = await show();
  const recent = () => screen.queryByRole('toolbar', { name: 'GIF récents' });
  expect(recent()).toBeNull();
  let chosen = first;
  for (const words of ['chat', 'arbre', 'chat']) {
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: words } });
    await userEvent.click(await screen.findByRole('img', { name: words }));
    await answered(chosen);
    chosen = pickGif(document.body, new DOMRect(0, 0, 10, 10));
  }
  await waitFor(() => expect(recent()).not.toBeNull());
  // Categories are the same for a while.
  await screen.findByRole('button', { name: 'danse' });
  expect(categories()).toBe(1);
  const buttons = [...(recent()?.querySelectorAll('button') ?? [])];
  expect(buttons.map(button => button.getAttribute('aria-label'))).toEqual(['chat', 'arbre']);
  buttons[0]?.focus();
  await userEvent.keyboard('{ArrowRight}');
  const named = () => document.querySelector('[data-foot]')?.textContent;
  expect(named()).toBe('arbre');
  await userEvent.hover(buttons[0] as HTMLElement);
  expect(named()).toBe('chat');
  await userEvent.unhover(buttons[0] as HTMLElement);
  expect(named()).not.toBe('chat');
  await userEvent.hover(buttons[0] as HTMLElement);
  // The highlighted GIF goes with its list.
  fireEvent.click(screen.getByRole('button', { name: 'danse' }));
  await screen.findByRole('img', { name: 'dance' });
  expect(named()).not.toBe('chat');
  await userEvent.hover(screen.getByRole('img', { name: 'dance' }));
  expect(named()).toBe('dance');
  fireEvent.click(screen.getByRole('button', { name: 'Retour aux catégories' }));
  expect(named()).not.toBe('dance');
  await waitFor(() => expect(recent()).not.toBeNull());
  [...(recent()?.querySelectorAll('button') ?? [])][1]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(await answered(chosen)).toBe('![arbre](/api/gif/media?demo=arbre&width=320&height=240)');
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

it('The GIF picker gives each GIF to the shorter of its two columns', async () => {
  const tall = gif('haut', 'haut');
  tall.media_formats.tinygif.dims = [100, 400];
  const { field } = await show({
    'GET /gif/search': () => json(200, { results: [tall, gif('un', 'un'), gif('deux', 'deux')] }),
  });
  fireEvent.change(field, { target: { value: 'arbre' } });
  const results = (await screen.findByRole('img', { name: 'haut' })).closest('[role="group"]');
  const named = (column: Element) => [...column.querySelectorAll('img')].map(({ alt }) => alt);
  expect([...(results?.children ?? [])].map(named)).toEqual([['haut'], ['un', 'deux']]);
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
  // An emoji that would be cut in two is left out: the server refuses half of one.
  expect(contentOf(gif('one', `${'a'.repeat(199)}🎉`))).toMatch(/^!\[a{199}\]/);
  expect(contentOf(gif('one', `${'a'.repeat(198)}🎉`))).toMatch(/^!\[a{198}🎉\]/u);
});

it('The GIF picker is closed by Escape without a choice, and what is chosen then is kept for nobody', async () => {
  const { chosen } = await show();
  await userEvent.keyboard('{Escape}');
  expect(await answered(chosen)).toBeNull();
  expect(localStorage.getItem('palabre.gifs.camille')).toBeNull();
});

it('The GIF picker searches what is typed once one stops typing, and has the focus again after a category', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' }));
  const { field, searched } = await show();
  for (const value of ['c', 'ch', ' chat ']) fireEvent.change(field, { target: { value } });
  expect(await screen.findByRole('img', { name: 'chat' })).toBeTruthy();
  expect(searched()).toEqual(['chat']);
  fireEvent.change(field, { target: { value: '  ' } });
  // Nothing is typed any more: there is nothing to wait for.
  const category = screen.getByRole('button', { name: 'danse' });
  category.focus();
  await userEvent.click(category);
  expect(document.activeElement).toBe(field);
});

it('The GIF picker says that categories or GIFs did not come, and asks for them again', async () => {
  let isDown = true;
  const down = () => refused(502, 'Error loading gifs :(');
  const { field } = await show({
    'GET /gif/categories': () =>
      isDown ? down() : json(200, { tags: [{ searchterm: 'Hello', path: '', image: '', name: '#hello' }] }),
    'GET /gif/search': () => (isDown ? down() : json(200, { results: [gif('un', ''), gif('deux', 'Un chat')] })),
  });
  const retry = async () => {
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading gifs :(');
    // It is said here, and not by an alert of the page too.
    expect(useAlerts.getState().alerts).toEqual([]);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  };
  await retry();
  expect(await screen.findByRole('button', { name: 'bonjour' })).toBeTruthy();
  isDown = true;
  fireEvent.change(field, { target: { value: 'chat' } });
  await retry();
  const foot = () => document.querySelector('[data-foot]')?.textContent;
  const found = (await screen.findByRole('img', { name: 'Un chat' })).closest('button') as HTMLElement;
  await userEvent.hover(found);
  expect(foot()).toBe('Un chat');
  await userEvent.unhover(found);
  expect(foot()).toBe('Choisir un GIF');
  act(() => screen.getByRole('img', { name: 'GIF' }).closest('button')?.focus());
  expect(foot()).toBe('GIF');
});

it('What the GIF picker shows stays when it cannot be read again', async () => {
  let isDown = false;
  const down = () => refused(502, 'Error loading gifs :(');
  const { client, field } = await show({
    'GET /gif/categories': () =>
      isDown ? down() : json(200, { tags: [{ searchterm: 'Hello', path: '', image: '', name: '#hello' }] }),
    'GET /gif/search': () => (isDown ? down() : json(200, { results: [gif('un', 'Un chat')] })),
  });
  await screen.findByRole('button', { name: 'bonjour' });
  isDown = true;
  await readAgain(client, api.gifs.categories.path);
  const failed = () => client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }).length;
  expect(failed()).toBe(1);
  expect([screen.queryByRole('alert'), screen.getAllByRole('button', { name: 'bonjour' }).length]).toEqual([null, 1]);
  isDown = false;
  fireEvent.change(field, { target: { value: 'chat' } });
  await screen.findByRole('img', { name: 'Un chat' });
  isDown = true;
  await readAgain(client, api.gifs.search.path);
  expect(failed()).toBe(2);
  expect([screen.queryByRole('alert'), screen.getAllByRole('img', { name: 'Un chat' }).length]).toEqual([null, 1]);
});

it('The device keeps the eight GIFs chosen last, of each person apart', () => {
  for (let n = 0; n < 10; n += 1) noteGif('camille', gif(String(n), `GIF ${n}`));
  noteGif('karim', gif('k', 'chat'));
  expect(recentGifs('camille').map(one => one.content_description)).toEqual(
    Array.from({ length: 8 }, (_, n) => `GIF ${9 - n}`),
  );
  expect(recentGifs('karim')).toHaveLength(1);
});

it('A GIF without a size of its own has that of its small version, or none', () => {
  const { media_formats: media } = gif('one', 'chat');
  const sized = (dims: number[], tiny: number[]) =>
    contentOf({
      content_description: 'chat',
      media_formats: { gif: { ...media.gif, dims }, tinygif: { ...media.tinygif, dims: tiny } },
    });
  expect(sized([], [160, 120])).toBe('![chat](/api/gif/media?demo=one&width=160&height=120)');
  expect(sized([], [])).toBe('![chat](/api/gif/media?demo=one)');
});

it('The GIF picker says that it loads, and names categories that it has no word for as the provider does', async () => {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const tags = [
    { searchterm: 'party', path: '', image: '', name: '#fiesta' },
    { searchterm: 'ok', path: '', image: '/api/gif/media?demo=o', name: '#ok' },
  ];
  const { field } = await show({
    'GET /gif/categories': async () => {
      await held;
      return json(200, { tags });
    },
    'GET /gif/search': () => new Promise<never>(() => {}),
  });
  expect(screen.getByRole('status', { name: 'Chargement des GIF…' })).toBeTruthy();
  answer();
  const first = await screen.findByRole('button', { name: 'fiesta' });
  const loading = screen.queryByRole('status', { name: 'Chargement des GIF…' });
  expect([first.querySelector('img'), loading]).toEqual([null, null]);
  // The GIFs are a single tab stop, moved in by arrows.
  act(() => first.focus());
  await userEvent.keyboard('{ArrowRight}');
  const second = screen.getByRole('button', { name: 'd’accord' });
  expect([document.activeElement, first.tabIndex, second.tabIndex]).toEqual([second, -1, 0]);
  fireEvent.change(field, { target: { value: 'chat' } });
  expect(await screen.findByRole('status', { name: 'Chargement des GIF…' })).toBeTruthy();
});

it('The GIF picker keeps the place of each GIF before it loads, is moved in by arrows, and shows recent ones small', async () => {
  const { field } = await show({
    'GET /gif/search': () => json(200, { results: [gif('deux', 'deux'), gif('trois', 'trois')] }),
  });
  fireEvent.change(field, { target: { value: 'chat' } });
  await screen.findByRole('img', { name: 'deux' });
  const [first, second] = ['deux', 'trois'].map(name => screen.getByRole('img', { name }).closest('button'));
  expect(first?.style.aspectRatio).toBe('160 / 120');
  act(() => first?.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect([document.activeElement, first?.tabIndex, second?.tabIndex]).toEqual([second, -1, 0]);
  noteGif('camille', gif('un', 'Un chat'));
  void pickGif(document.body, new DOMRect(0, 0, 10, 10));
  const recent = await screen.findByRole('toolbar', { name: 'GIF récents' });
  expect(recent.querySelector('img')?.getAttribute('src')).toBe('/api/gif/media?demo=un-tiny');
});
