// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { camille, json, open, refused, serve } from '../../test/settings-world.tsx';
import './societies.texts.ts';
import { Whitelist } from './Whitelist.tsx';

afterEach(cleanup);

function show(addresses: readonly string[], answer = () => json(200, { message: 'C’est fait.', society: {} })) {
  const calls = serve(camille, { 'PUT /society/tilleul': answer });
  open([{ path: '*', element: <Whitelist societyId="tilleul" addresses={addresses} /> }], '/');
  return () => calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body);
}
const many = Array.from({ length: 60 }, (_, n) => `personne.${n}@tilleul.fr`);
const lines = () => screen.getAllByRole('listitem').length;
const filter = (value: string) =>
  fireEvent.change(screen.getByLabelText('Filtrer les adresses'), { target: { value } });

it('The whitelist counts its addresses, and finds one however it is spelled', () => {
  show(many);
  expect(screen.getByText('60 adresses')).toBeTruthy();
  expect(lines()).toBe(60);
  expect(screen.getByRole('list', { name: 'Adresses de la liste blanche' })).toBeTruthy();
  expect(screen.getByText(/rejoignent la société sans attendre de réponse/)).toBeTruthy();
  expect(screen.queryByText('Veuillez entrer un email valide.')).toBeNull();
  filter(' Personne.59@TILLEUL.fr ');
  expect(screen.getAllByRole('listitem').map(line => within(line).getByTitle(/@/).textContent)).toEqual([
    'personne.59@tilleul.fr',
  ]);
  filter('ailleurs');
  expect(screen.getByText('Aucune adresse ne correspond.')).toBeTruthy();
  filter('');
  expect(lines()).toBe(60);
});

it('The whitelist refuses what is no address before the server is asked, and focuses it', async () => {
  const asked = show([]);
  const field = screen.getByLabelText('Adresse e-mail');
  // A phone shows the keys of an address.
  expect(field.getAttribute('inputmode')).toBe('email');
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  for (const typed of ['', 'personne']) {
    if (typed) await userEvent.type(field, typed);
    await add();
    expect(screen.getByText('Veuillez entrer un email valide.')).toBeTruthy();
  }
  expect(screen.getByText('Veuillez entrer un email valide.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(asked()).toEqual([]);
  await userEvent.type(field, '@');
  expect(screen.queryByText('Veuillez entrer un email valide.')).toBeNull();
  await userEvent.type(field, 'tilleul.fr ');
  await add();
  expect(asked()).toEqual([{ action: 'addWhitelist', email: 'personne@tilleul.fr' }]);
  // The next address is typed in the same field.
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('Ajouté ! C’est fait.')).toBeTruthy();
});

it('The whitelist keeps an address that could not be added in its field, and says why; a few have no filter', async () => {
  show(many.slice(0, 8), () => refused(409, 'Déjà dans la liste.'));
  expect(screen.queryByLabelText('Filtrer les adresses')).toBeNull();
  const field = screen.getByLabelText('Adresse e-mail');
  await userEvent.type(field, 'a@tilleul.fr{Enter}');
  expect(await screen.findByText('Déjà dans la liste.')).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('a@tilleul.fr');
  cleanup();
  show(many.slice(0, 9));
  expect(screen.getByLabelText('Filtrer les adresses')).toBeDefined();
});

it('The whitelist keeps in its field an address that is typed while another one is being added', async () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Adresse e-mail');
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  show([], () => {
    type('b@tilleul.fr');
    return json(200, { message: 'C’est fait.', society: {} });
  });
  type('a@tilleul.fr');
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  expect(await screen.findByText('Ajouté ! C’est fait.')).toBeTruthy();
  expect(field().value).toBe('b@tilleul.fr');
});

let reduce = () => {};
/** Whitelist of nine addresses, until `reduce` takes one away. */
function Shrinking() {
  const [count, setCount] = useState(9);
  reduce = () => setCount(8);
  return <Whitelist societyId="tilleul" addresses={many.slice(0, count)} />;
}

it('The whitelist keeps its filter while something is typed in it, though its addresses become few', async () => {
  serve(camille);
  open([{ path: '*', Component: Shrinking }], '/');
  filter('personne.1');
  expect(lines()).toBe(1);
  act(() => reduce());
  filter('');
  expect([lines(), screen.queryByLabelText('Filtrer les adresses')]).toEqual([8, null]);
});
