// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { camille, json, karim, leonie, open, refused, serve } from '../../../../test/settings-world.tsx';
import { MembersSection } from './MembersSection.tsx';

const show = () =>
  open(
    [{ path: '/settings/workspace/:workspaceId/members', Component: MembersSection }],
    '/settings/workspace/atelier/members',
  );

beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('[role=listitem]');
  if (!(row instanceof HTMLElement)) throw new Error(`No row says ${name}`);
  return within(row);
};

test('The member settings let an owner kick, ban and promote anyone but themself', async () => {
  serve(camille);
  show();
  await rowOf('Léonie Dubreuil').then(row => waitFor(() => expect(row.getAllByRole('button')).toHaveLength(3)));
  expect((await rowOf('Karim Benali')).getAllByRole('button')).toHaveLength(3);
  expect((await rowOf('Camille Moreau')).queryAllByRole('button')).toHaveLength(0);
});

test('The member settings let nobody kick or ban a member of higher rank', async () => {
  serve(leonie);
  show();
  await rowOf('Karim Benali').then(row => waitFor(() => expect(row.getAllByRole('button')).toHaveLength(2)));
  expect((await rowOf('Camille Moreau')).queryAllByRole('button')).toHaveLength(0);
});

test('A kick is confirmed first; its refusal is reported with the server’s reason', async () => {
  const calls = serve(camille, { 'PUT /workspace/atelier/kick': () => refused(403, 'Non.') });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Kick Karim Benali' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(calls.some(call => call.asked.endsWith('/kick'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Exclure' }));
  expect(await screen.findByText("Échec de l'expulsion de l'utilisateur du workspace")).toBeDefined();
  expect(screen.getByText('Non.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(1);
  expect(calls.find(call => call.asked.endsWith('/kick'))?.body).toEqual({ userId: 'karim' });
});

test('The member search and role filter query the server, and say when nobody matches', async () => {
  const calls = serve(camille);
  show();
  await rowOf('Karim Benali');
  await userEvent.click(screen.getByRole('combobox', { name: 'Rôle' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Créateurs et propriétaires', hidden: false }));
  fireEvent.change(screen.getByLabelText('Rechercher par e-mail'), { target: { value: 'personne@' } });
  expect(await screen.findByText('Aucun membre trouvé.')).toBeDefined();
  expect(calls.at(-1)?.query).toEqual({ search: 'personne@', roleId: 'creator', limit: '100' });
});

test('« Débannir » lets a banned person come back, once confirmed', async () => {
  let banned = true;
  serve(camille, {
    'GET /workspace/ban/atelier': () =>
      json(200, { users: banned ? [{ ...karim, _id: 'yann', firstName: 'Yann', lastName: 'Riou' }] : [] }),
    'PUT /workspace/atelier/unban': () => {
      banned = false;
      return json(200, { message: 'Le bannissement a été levé.' });
    },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Débannir Yann Riou' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Débannir' }));
  expect(await screen.findByText('Personne n’est banni de ce workspace.')).toBeDefined();
});

test('A refused « Débannir » is reported with the server’s reason', async () => {
  serve(camille, { 'PUT /workspace/atelier/unban': () => refused(403, 'Non.') });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Débannir Yann Riou' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Débannir' }));
  expect(await screen.findByText("Échec de la levée du bannissement de l'utilisateur du workspace")).toBeDefined();
  expect(screen.getByText('Non.')).toBeDefined();
});
