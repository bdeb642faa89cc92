// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import type { PicturePicker } from '../../ui/fields/PicturePicker.tsx';
import { CreateSocietyDialog } from './CreateSocietyDialog.tsx';
import { SocietySettings } from './SocietySettings.tsx';
import './societies.texts.ts';

// Crops nothing, which needs a canvas: a press is a picture, cropped.
vi.mock('../../ui/fields/PicturePicker.tsx', async original => ({
  ...(await original<object>()),
  PicturePicker: ({ picture, fileName, onChange, preview }: ComponentProps<typeof PicturePicker>) => (
    <>
      {preview(picture && 'blob:nouveau')}
      <button type="button" onClick={() => onChange(picture ? null : new File(['x'], fileName))}>
        {picture ? 'avec logo' : 'sans logo'}
      </button>
    </>
  ),
}));

afterEach(cleanup);

const tilleul = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['camille'], users: ['camille'] },
  ...{ usersCount: 1, membership: 'owner' as const, whitelist: [] },
};
const press = (text: string) => fireEvent.click(screen.getByText(text));
const sent = (calls: ReturnType<typeof serve>) => {
  const form = calls.find(({ asked }) => /^(POST|PUT)/.test(asked))?.body as FormData;
  return [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
};

it('A society is created with its logo, which alone is not enough: the name is asked for', async () => {
  const calls = serve(camille, { 'POST /society': () => json(201, { message: '', society: tilleul }) });
  const onClose = vi.fn();
  open([{ path: '*', element: <CreateSocietyDialog onClose={onClose} /> }], '/');
  const dialog = within(screen.getByRole('dialog', { name: 'Nouvelle société' }));
  press('sans logo');
  expect(document.querySelector('[role="dialog"] img')?.getAttribute('src')).toBe('blob:nouveau');
  // The logo alone is not lost unasked.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  const create = dialog.getByRole('button', { name: 'Créer' });
  create.focus();
  expect(dialog.queryByText('Donnez un nom à cette société.')).toBeNull();
  fireEvent.click(create);
  expect(await dialog.findByText('Donnez un nom à cette société.')).toBeDefined();
  const name = dialog.getByLabelText(/^Nom/);
  expect(document.activeElement).toBe(name);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(name, { target: { value: 'Chêne' } });
  expect(dialog.queryByText('Donnez un nom à cette société.')).toBeNull();
  await waitFor(() => expect(create.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(create);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(calls)).toEqual([
    ['name', 'Chêne'],
    ['logo', 'cropped-logo.png'],
  ]);
});

it('A society’s new logo is sent alone, may be taken back before, and is undone with the rest', async () => {
  const calls = serve(camille, { 'PUT /society/tilleul': () => json(200, { message: 'Modifiée.', society: tilleul }) });
  open([{ path: '*', element: <SocietySettings society={tilleul} /> }], '/');
  const save = () => screen.queryByRole('button', { name: 'Enregistrer' });
  press('sans logo');
  expect(save()).not.toBeNull();
  press('avec logo');
  expect(save()).toBeNull();
  press('sans logo');
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByText('sans logo')).toBeDefined();
  press('sans logo');
  fireEvent.click(save() as HTMLElement);
  expect(await screen.findByText('Modifiée.')).toBeDefined();
  expect(sent(calls)).toEqual([['logo', 'cropped-logo.png']]);
  await waitFor(() => expect(save()).toBeNull());
  expect(screen.getByText('sans logo')).toBeDefined();
});

it('A society’s logo that is chosen while another one is being saved waits to be saved next', async () => {
  const calls = serve(camille, {
    'PUT /society/tilleul': () => {
      press('avec logo');
      press('sans logo');
      return json(200, { message: 'Modifiée.', society: tilleul });
    },
  });
  open([{ path: '*', element: <SocietySettings society={tilleul} /> }], '/');
  press('sans logo');
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Modifiée.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Enregistrer', busy: false })).toBeDefined();
  expect(screen.getByText('avec logo')).toBeDefined();
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toHaveLength(1);
});

it('A society’s new logo shows instead of the one that there was, which is back once it is given up', () => {
  serve(camille);
  open([{ path: '*', element: <SocietySettings society={{ ...tilleul, logo: '/api/file/ancien' }} /> }], '/');
  const shown = () => document.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/api/file/ancien');
  press('sans logo');
  expect(shown()).toBe('blob:nouveau');
  press('avec logo');
  expect(shown()).toBe('/api/file/ancien');
});
