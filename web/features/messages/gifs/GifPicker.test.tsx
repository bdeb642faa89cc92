// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { contentOf, pickGif } from './GifPicker.tsx';

afterEach(cleanup);

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
      return json(200, { results: q === 'zzyzx' ? [] : [gif('one', q)] });
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
