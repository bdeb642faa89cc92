// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Field } from '../fields/Field.tsx';
import { Form } from '../fields/Form.tsx';
import { Page } from './Page.tsx';
import { SaveBar } from './SaveBar.tsx';

afterEach(cleanup);

/** Form of one field, whose saved value is « Tilleul », with a card below it. */
function Settings({ save, waiting }: { save: (name: string) => unknown; waiting?: string }) {
  const [saved, setSaved] = useState('Tilleul');
  const [name, setName] = useState(saved);
  return (
    <Page>
      <Form
        onSubmit={async () => {
          await save(name);
          setSaved(name);
        }}
      >
        <Field label="Nom" name="name" value={name} onChange={event => setName(event.target.value)} />
        <SaveBar unsaved={name !== saved} onUndo={() => setName(saved)} waiting={waiting} />
      </Form>
      <p>Zone dangereuse</p>
    </Page>
  );
}

async function change(save: (name: string) => unknown = () => {}) {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Settings save={save} /> }])} />);
  expect(screen.queryByText('Modifications non enregistrées')).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Nom');
  await userEvent.type(field, ' et fils');
  return field;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('The bar of unsaved changes stands at the foot of the page once something changed, and goes with the save', async () => {
  const save = vi.fn();
  const field = await change(save);
  const below = screen.getByText('Zone dangereuse').compareDocumentPosition(screen.getByRole('status'));
  expect(below & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await press('Enregistrer');
  expect(save).toHaveBeenCalledExactlyOnceWith('Tilleul et fils');
  expect(screen.queryByText('Modifications non enregistrées')).toBeNull();
  expect(document.activeElement).toBe(field);
});

test('The bar of unsaved changes undoes them, and gives focus back to the field that had it', async () => {
  const field = await change();
  await press('Annuler');
  expect(field.value).toBe('Tilleul');
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  expect(document.activeElement).toBe(field);
  // Once only: a user who is elsewhere later stays there.
  act(() => field.blur());
  for (const value of ['Chêne', 'Tilleul']) fireEvent.change(field, { target: { value } });
  expect(document.activeElement).toBe(document.body);
});

test('The bar of unsaved changes lets Enter in a field save them', async () => {
  const save = vi.fn();
  await change(save);
  await userEvent.keyboard('{Enter}');
  expect(save).toHaveBeenCalledOnce();
});

test('The bar of unsaved changes waits for what is being saved, and leaves the focus to who went elsewhere meanwhile', async () => {
  let saved = () => {};
  const field = await change(() => new Promise<void>(done => (saved = done)));
  await press('Enregistrer');
  expect(screen.getByRole('button', { name: 'Annuler' })).toHaveProperty('disabled', true);
  // The sent change waits, and nothing else in the form.
  const waits = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy');
  expect([waits('Enregistrer'), waits('Annuler')]).toEqual(['true', null]);
  const elsewhere = document.body.appendChild(document.createElement('button'));
  act(() => elsewhere.focus());
  await act(async () => saved());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull());
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
  expect(field.value).toBe('Tilleul et fils');
});

test('The bar of unsaved changes stays when they could not be saved', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const field = await change(() => Promise.reject(new Error('Non.')));
  await press('Enregistrer');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enregistrer' }).getAttribute('aria-busy')).toBeNull());
  expect([field.value, screen.getByRole('button', { name: 'Annuler' })]).toEqual([
    'Tilleul et fils',
    expect.objectContaining({ disabled: false }),
  ]);
  vi.restoreAllMocks();
});

test('The bar of unsaved changes gives the focus back where it came from, by whichever of its buttons one leaves it', async () => {
  const field = await change();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  expect([field.value, document.activeElement]).toEqual(['Tilleul', field]);
  // Who left the bar by the keys has left it.
  await userEvent.type(field, ' et fils');
  act(() => screen.getByRole('button', { name: 'Annuler' }).focus());
  const elsewhere = document.body.appendChild(document.createElement('button'));
  act(() => elsewhere.focus());
  fireEvent.change(field, { target: { value: 'Tilleul' } });
  expect([screen.queryByRole('button', { name: 'Annuler' }), document.activeElement]).toEqual([null, elsewhere]);
  elsewhere.remove();
});

test('The bar of unsaved changes says that it saves in its own words', async () => {
  const page = <Settings save={() => new Promise(() => {})} waiting="Envoi…" />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  await userEvent.type(screen.getByLabelText('Nom'), ' et fils');
  await press('Enregistrer');
  expect(screen.getByRole('button', { name: 'Envoi…' }).getAttribute('aria-busy')).toBe('true');
});
