// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { camille, json, karim, open, refused, serve } from '../../test/settings-world.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import './societies.texts.ts';

afterEach(cleanup);

const society = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['camille'], users: ['camille', 'karim'] },
  ...{ usersCount: 2, membership: 'owner' as const },
};

it('The removal from a society leaves out a chosen workspace from which its owner may no longer remove people', async () => {
  let mayRemove = true;
  const calls = serve(camille, {
    'GET /society/tilleul/workspaces': () =>
      json(200, {
        workspaces: [
          { _id: 'achats', title: 'Achats', logo: null, mayRemove: true },
          { _id: 'bureau', title: 'Bureau', logo: null, mayRemove },
        ],
      }),
    'PUT /society/tilleul': () => json(200, { message: 'Retirée.', society }),
  });
  const onClose = vi.fn();
  const { client } = open(
    [{ path: '*', element: <RemoveDialog society={society} user={karim} onClose={onClose} /> }],
    '/',
  );
  for (const name of [/Achats/, /Bureau/]) fireEvent.click(await screen.findByRole('checkbox', { name }));
  mayRemove = false;
  await client.invalidateQueries({ queryKey: [api.societies.workspaces.path] });
  const bureau = () => screen.getByRole('checkbox', { name: /Bureau/ });
  await waitFor(() => expect(bureau()).toHaveProperty('disabled', true));
  expect(bureau().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { action: 'removeUser', targetUserId: 'karim', workspaces: ['achats'] };
  expect(calls.find(({ asked }) => asked === 'PUT /society/tilleul')?.body).toEqual(body);
});

it('The removal from a society takes back a choice, goes on without the workspaces that could not be read, and says its failure', async () => {
  let fails = false;
  const workspaces = [{ _id: 'achats', title: 'Achats', logo: null, mayRemove: true }];
  const calls = serve(camille, {
    'GET /society/tilleul/workspaces': () => (fails ? refused(403, 'Non.') : json(200, { workspaces })),
    'PUT /society/tilleul': () => refused(409, 'Déjà partie.'),
  });
  const onClose = vi.fn();
  const show = () =>
    open([{ path: '*', element: <RemoveDialog society={society} user={karim} onClose={onClose} /> }], '/');
  show();
  const box = await screen.findByRole('checkbox', { name: /Achats/ });
  fireEvent.click(box);
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  expect(await screen.findByText('Déjà partie.')).toBeDefined();
  expect(calls.find(({ asked }) => asked.startsWith('PUT'))?.body).toMatchObject({ workspaces: [] });
  expect(onClose).not.toHaveBeenCalled();
  cleanup();
  fails = true;
  show();
  expect(screen.getByText('Chargement…')).toBeDefined();
  expect(await screen.findByText(/^Les workspaces que vous avez en commun n’ont pas pu/)).toBeDefined();
  // The dialog told it: no alert does.
  expect([screen.queryByText('Non.'), screen.queryByText('Chargement…')]).toEqual([null, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(onClose).toHaveBeenCalledOnce();
});

/** A page that opens the dialog, and closes it. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Ouvrir ou fermer
      </button>
      {isOpen && <RemoveDialog society={society} user={karim} onClose={() => {}} />}
    </>
  );
}

it('The removal from a society shows the workspaces in common as they are, not as they were when it was opened before', async () => {
  let answer = () => {};
  let held: Promise<void> | undefined;
  serve(camille, {
    'GET /society/tilleul/workspaces': async () => {
      await held;
      const title = held ? 'Bureau' : 'Achats';
      return json(200, { workspaces: [{ _id: title, title, logo: null, mayRemove: true }] });
    },
  });
  open([{ path: '*', Component: Page }], '/');
  const toggle = () => fireEvent.click(screen.getByText('Ouvrir ou fermer'));
  toggle();
  expect(await screen.findByRole('checkbox', { name: /Achats/ })).toBeDefined();
  toggle();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  held = new Promise(resolve => {
    answer = resolve;
  });
  toggle();
  await screen.findByRole('dialog');
  expect(screen.queryByRole('checkbox')).toBeNull();
  answer();
  expect(await screen.findByRole('checkbox', { name: /Bureau/ })).toBeDefined();
});
