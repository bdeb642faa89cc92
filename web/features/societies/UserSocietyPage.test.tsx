// @vitest-environment jsdom
import type { Society } from '@palabre/common/contract/societies.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { setUser, useSession } from '../../platform/session/session.ts';
import { camille, json, karim, leonie, open, refused, serve, yann } from '../../test/settings-world.tsx';
import './societies.texts.ts';
import { UserSocietyPage } from './UserSocietyPage.tsx';

afterEach(cleanup);

const tilleul: Society = {
  _id: 'tilleul',
  name: 'Tilleul et fils',
  logo: null,
  owners: ['camille', 'leonie'],
  users: ['camille', 'leonie', 'karim'],
  usersCount: 3,
  membership: 'owner',
};
const managed = { pendingUsers: ['yann'], pendingCount: 1, whitelist: ['a@tilleul.fr'] };
const page = (...users: object[]) => json(200, { users, total: users.length, nextCursor: null });

/** Renders Camille's society page in her role; `act` answers her actions. */
function show(
  society: Society | null,
  act: (body: { action: string }) => Response = () => json(500, {}),
  shared: object[] = [],
) {
  const calls = serve(camille, {
    'GET /user/camille/society': () => json(200, { society }),
    'GET /society/tilleul/users': () => page(camille, leonie, karim),
    'GET /society/tilleul/owners': () => page(camille, leonie),
    'GET /society/tilleul/pendingUsers': () => page(yann),
    'GET /society/tilleul/workspaces': () => json(200, { workspaces: shared }),
    'PUT /society/tilleul': body => act(body as { action: string }),
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  open(
    [
      { path: '/userSociety', Component: UserSocietyPage },
      { path: '/societies', element: <p>la liste des sociétés</p> },
    ],
    '/userSociety',
  );
  return () => calls.filter(({ asked }) => asked === 'PUT /society/tilleul').map(({ body }) => body);
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);
const buttonsOf = async (name: string) =>
  (await rowOf(name)).queryAllByRole('button').map(button => button.textContent);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
/** Chooses « Quitter la société » in the society's menu, which alone offers it. */
async function leave() {
  const opener = await screen.findByRole('button', { name: 'Actions de la société' });
  expect(screen.queryByText('Quitter la société')).toBeNull();
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Quitter la société' }));
}
const done = (message: string, society: Partial<Society> = {}) =>
  json(200, { message, society: { ...tilleul, ...managed, ...society } });

it('The society page offers an owner the owner’s actions on members and on requests', async () => {
  const asked = show({ ...tilleul, ...managed }, () => done('La personne a été ajoutée à la société.'));
  expect(await buttonsOf('Karim Benali')).toEqual(['Nommer propriétaire', 'Retirer']);
  expect(await buttonsOf('Camille Moreau')).toEqual([]);
  expect(screen.getByText('3 membres', { selector: '[role="status"], [role="status"] *' })).toBeTruthy();
  await press('Nommer Karim Benali propriétaire');
  const sure = within(await screen.findByRole('alertdialog', { name: /Nommer Karim Benali propriétaire/ }));
  fireEvent.click(sure.getByRole('button', { name: 'Nommer propriétaire' }));
  expect(await screen.findByText('Ajouté ! La personne a été ajoutée à la société.')).toBeTruthy();
  const tab = screen.getByRole('tab', { name: /^En attente/ });
  fireEvent.mouseDown(tab, { button: 0 });
  expect(await buttonsOf('Yann Riou')).toEqual(['Accepter', 'Refuser']);
  await press('Accepter Yann Riou');
  await screen.findAllByText('Ajouté ! La personne a été ajoutée à la société.');
  expect(asked()).toEqual([
    { action: 'addOwner', targetUserId: 'karim' },
    { action: 'accept', targetUserId: 'yann' },
  ]);
});

it('The society page says what a removed person keeps, and removes them from the chosen workspaces', async () => {
  const asked = show({ ...tilleul, ...managed }, () => done('La personne a été retirée de la société.'), [
    { _id: 'achats', title: 'Achats', logo: null, mayRemove: true },
    { _id: 'bureau', title: 'Bureau', logo: null, mayRemove: true },
    { _id: 'cabinet', title: 'Cabinet', logo: null, mayRemove: false },
  ]);
  await press('Retirer Karim Benali');
  const sure = within(await screen.findByRole('dialog', { name: 'Retirer Karim Benali\u202f?' }));
  expect(sure.getByText(/Elle reste membre de ceux où elle est déjà/)).toBeTruthy();
  const box = (name: string) => sure.findByRole('checkbox', { name: new RegExp(name) });
  expect(await box('Cabinet')).toHaveProperty('disabled', true);
  fireEvent.click(await box('Bureau'));
  fireEvent.click(sure.getByRole('button', { name: 'Retirer' }));
  expect(await screen.findByText('Retiré ! La personne a été retirée de la société.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked()).toEqual([{ action: 'removeUser', targetUserId: 'karim', workspaces: ['bureau'] }]);
});

it('The society page says why a person could not be admitted', async () => {
  show({ ...tilleul, ...managed }, () => refused(409, 'Cette personne est déjà dans une société.'));
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /^En attente/ }), { button: 0 });
  await press('Accepter Yann Riou');
  expect(await screen.findByText('Une erreur est survenue lors de l’ajout.')).toBeTruthy();
  expect(screen.getByText('Cette personne est déjà dans une société.')).toBeTruthy();
});

it('The society page lets a member leave, and offers them neither people nor requests to manage', async () => {
  const asked = show({ ...tilleul, owners: ['leonie'], membership: 'member' }, () =>
    done('Votre demande pour quitter la société a été envoyée.', { membership: 'none' }),
  );
  expect(await buttonsOf('Karim Benali')).toEqual([]);
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Propriétaires1', 'Membres3']);
  await leave();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  expect(await screen.findByText('Demande envoyée !')).toBeTruthy();
  expect(screen.getByText('Votre demande pour quitter la société a été envoyée.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await screen.findByText('la liste des sociétés')).toBeTruthy();
  expect(asked()).toEqual([{ action: 'leave' }]);
});

it('The society page keeps the last owner from leaving, and says what to do instead', async () => {
  const asked = show({ ...tilleul, ...managed, owners: ['camille'] });
  await leave();
  expect(await screen.findByText(/Vous êtes la dernière personne propriétaire de Tilleul et fils/)).toBeTruthy();
  expect(asked()).toEqual([]);
});

it('The society page lets a pending user withdraw, and shows them nobody', async () => {
  const asked = show({ ...tilleul, users: [], membership: 'pending' }, () =>
    done('Votre demande a été annulée.', { membership: 'none' }),
  );
  expect(await screen.findByText('Votre demande attend la réponse d’un propriétaire.')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  await press('Annuler la demande');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler la demande' }));
  expect(await screen.findByText('Demande annulée !')).toBeTruthy();
  expect(asked()).toEqual([{ action: 'removePendingUser' }]);
});

it('The society page leads a user without a society to the list', async () => {
  show(null);
  expect(await screen.findByText('Vous ne faites partie d’aucune société')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Voir les sociétés' }).getAttribute('href')).toBe('/societies');
});
