// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { atelier, camille, json, open, serve } from '../../../test/settings-world.tsx';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx';
import { useCreateWorkspaceDialog } from './create.store.ts';

afterEach(cleanup);

function Shell() {
  return useCreateWorkspaceDialog(state => state.open) ? <CreateWorkspaceDialog /> : <p>fermé</p>;
}

function show() {
  const calls = serve(camille, { 'POST /workspace': () => json(201, { message: '', workspace: atelier }) });
  useCreateWorkspaceDialog.getState().setOpen(true);
  const { router } = open([{ path: '*', Component: Shell }], '/workspaces');
  const created = () => calls.filter(({ asked }) => asked === 'POST /workspace').map(({ body }) => body);
  return { created, where: () => router.state.location.pathname };
}
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Créer' }));
const days = /^Âge du dernier message/;

test('A new workspace needs a name, and an age of its messages within bounds, before the server is asked', async () => {
  const { created, where } = show();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Créer' });
  expect(button.disabled).toBe(true);
  expect(screen.getByLabelText(/^Nom/).getAttribute('aria-invalid')).not.toBe('true');
  fill(/^Nom/, '   ');
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Donnez un nom à ce workspace.')).toBeDefined();
  expect(screen.getByLabelText(/^Nom/).getAttribute('aria-invalid')).toBe('true');
  fill(/^Nom/, ' Atelier ');
  for (const wrong of ['0', '', '1,5']) {
    fill(days, wrong);
    await create();
    expect(screen.getByText(/^Indiquez un nombre de jours entre 1 et/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(days));
  }
  expect(created()).toEqual([]);
  fill(days, '30');
  await create();
  await waitFor(() => expect(where()).toBe('/workspace/atelier/channel/general'));
  expect(created()).toMatchObject([{ title: 'Atelier', autoDelete: true, autoDeleteDays: 30, societyId: null }]);
});

test('A new workspace that keeps its messages is created whatever age was typed before', async () => {
  const { created } = show();
  fill(/^Nom/, 'Atelier');
  fill(days, '0');
  await userEvent.click(screen.getByRole('switch', { name: 'Suppression automatique' }));
  await create();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(created()).toMatchObject([{ autoDelete: false }]);
  expect(created()[0]).not.toHaveProperty('autoDeleteDays');
});
