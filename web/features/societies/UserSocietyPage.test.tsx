// @vitest-environment jsdom
import type { Society } from '@palabre/common/contract/societies.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ending, forgetEnd } from '../../platform/server/ended.ts';
import { setUser, useSession } from '../../platform/session/session.ts';
import { camille, json, karim, leonie, open, refused, serve, yann } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import buttons from '../../ui/fields/Button.module.css';
import { societiesLive } from './societies.live.ts';
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
  expect(await buttonsOf('Léonie Dubreuil')).toEqual(['Retirer']);
  expect(await buttonsOf('Camille Moreau')).toEqual([]);
  expect(screen.getByText('3 membres', { selector: '[role="status"], [role="status"] *' })).toBeTruthy();
  expect(screen.getByRole('tablist', { name: 'Votre société' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retirer Karim Benali' }).className).toContain(buttons['danger-ghost']);
  await press('Nommer Karim Benali propriétaire');
  const sure = within(await screen.findByRole('alertdialog', { name: /Nommer Karim Benali propriétaire/ }));
  expect(sure.getByText(/^Cette personne pourra tout faire/)).toBeTruthy();
  fireEvent.click(sure.getByRole('button', { name: 'Nommer propriétaire' }));
  expect(await screen.findByText('Ajouté ! La personne a été ajoutée à la société.')).toBeTruthy();
  const hasStatus = (name: string) => screen.getByText(name).closest('li')?.querySelector('[data-status]') !== null;
  expect(hasStatus('Karim Benali')).toBe(true);
  const tab = screen.getByRole('tab', { name: /^En attente/ });
  fireEvent.mouseDown(tab, { button: 0 });
  expect(await buttonsOf('Yann Riou')).toEqual(['Accepter', 'Refuser']);
  // Presence is shown for members, not for people who ask to join.
  expect(hasStatus('Yann Riou')).toBe(false);
  await press('Accepter Yann Riou');
  await screen.findAllByText('Ajouté ! La personne a été ajoutée à la société.');
  expect(asked()).toEqual([
    { action: 'addOwner', targetUserId: 'karim' },
    { action: 'accept', targetUserId: 'yann' },
  ]);
});

it('The society page says what a removed person keeps, and removes them from the chosen workspaces', async () => {
  const asked = show({ ...tilleul, ...managed }, () => done('La personne a été retirée de la société.'), [
    { _id: 'achats', title: 'Achats', logo: '/api/achats', mayRemove: true },
    { _id: 'bureau', title: 'Bureau', logo: null, mayRemove: true },
    { _id: 'cabinet', title: 'Cabinet', logo: null, mayRemove: false },
  ]);
  await press('Retirer Karim Benali');
  const sure = within(await screen.findByRole('dialog', { name: 'Retirer Karim Benali\u202f?' }));
  expect(sure.getByText(/Elle reste membre de ceux où elle est déjà/)).toBeTruthy();
  const box = (name: string) => sure.findByRole('checkbox', { name: new RegExp(name) });
  expect([(await box('Cabinet')).hasAttribute('disabled'), sure.getByText('Cabinet').dir]).toEqual([true, 'auto']);
  expect(sure.getAllByText('Vous ne pouvez pas l’en exclure.')).toHaveLength(1);
  expect(sure.getByRole('group', { name: /^L’exclure aussi/ }).querySelector('img')?.src).toContain('/api/achats');
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
  fireEvent.mouseDown(screen.getByRole('tab', { name: /^Propriétaires/ }), { button: 0 });
  expect(await screen.findByText('2 propriétaires')).toBeTruthy();
  await leave();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  expect(await screen.findByText('Demande envoyée !')).toBeTruthy();
  expect(screen.getByText('Votre demande pour quitter la société a été envoyée.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await screen.findByText('la liste des sociétés')).toBeTruthy();
  expect(asked()).toEqual([{ action: 'leave' }]);
});

it('The society page leaves nothing that was not confirmed, and says why one could not leave', async () => {
  const asked = show({ ...tilleul, owners: ['leonie'], membership: 'member' }, () => refused(409, 'Pas encore.'));
  const answer = async (name: string) => {
    await leave();
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^Vous ne verrez plus ses membres/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
    fireEvent.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByText('Quitter Tilleul et fils\u202f?')).toBeNull());
  };
  await answer('Annuler');
  expect(asked()).toEqual([]);
  await answer('Quitter');
  expect(await screen.findByText('Pas encore.')).toBeTruthy();
  expect(screen.getByText("Une erreur est survenue lors de l'envoi de la demande.")).toBeTruthy();
  expect(screen.queryByText('la liste des sociétés')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('The people of a society are searched by the server where they are many, come page by page, and say what they are', async () => {
  const mine = { ...camille, email: undefined, jobTitle: 'Architecte' };
  let fails = true;
  let failsLater = true;
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = serve(camille, {
    'GET /user/camille/society': () => json(200, { society: { ...tilleul, usersCount: 9 } }),
    'GET /society/tilleul/owners': () => page(camille),
    'GET /society/tilleul/users': async (_body, { searchParams }) => {
      if (fails) return refused(403, 'Non.');
      if (searchParams.get('search')) return page();
      if (searchParams.get('cursor')) {
        await held;
        return failsLater ? refused(403, 'Pas la suite.') : page(leonie, karim);
      }
      const users = [mine, { ...leonie, suspended: true, avatar: '/api/leonie' }];
      return json(200, { users, total: 9, nextCursor: 'suite' });
    },
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  const { client } = open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  expect(await screen.findByText('Ces personnes n’ont pas pu être chargées')).toBeTruthy();
  expect(useAlerts.getState().alerts).toEqual([]);
  fails = false;
  await press('Réessayer');
  const text = (name: string) => screen.getByText(name).closest('li')?.textContent;
  await screen.findByText('Camille Moreau');
  expect(document.querySelector('li img')?.getAttribute('src')).toBe('/api/leonie');
  expect(text('Camille Moreau')).toMatch(/\(vous\)Propriétaire.*Architecte/);
  expect(text('Léonie Dubreuil')).toMatch(/Compte suspenduPropriétaire.*leonie@atelier\.fr/);
  expect(screen.getByText('9 membres', { selector: '[role="status"], [role="status"] *' })).toBeTruthy();
  await press('Voir plus de personnes');
  const more = () => screen.getByRole('button', { name: 'Voir plus de personnes' });
  await waitFor(() => expect(more().getAttribute('aria-busy')).toBe('true'));
  answer();
  // A page that failed says so, and is requested again.
  expect(await screen.findByText('Pas la suite.')).toBeTruthy();
  await waitFor(() => expect(more().getAttribute('aria-busy')).toBeNull());
  failsLater = false;
  fireEvent.click(more());
  expect((await screen.findByText('Karim Benali')).closest('li')?.textContent).not.toMatch(/vous|Propriétaire/);
  expect(screen.getAllByText('Léonie Dubreuil')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Voir plus de personnes' })).toBeNull();
  const search = (value: string) =>
    fireEvent.change(screen.getByLabelText('Rechercher une personne'), { target: { value } });
  search('luc');
  expect(await screen.findByText('Personne ne correspond à votre recherche.')).toBeTruthy();
  search(' zoé ');
  // That nobody is called Luc says nothing of Zoé.
  expect(screen.queryByText('Personne ne correspond à votre recherche.')).toBeNull();
  expect(await screen.findByText('Personne ne correspond à votre recherche.')).toBeTruthy();
  expect(calls.at(-1)?.query).toEqual({ search: 'zoé' });
  // The typed search can still be changed once the members are few.
  act(() => societiesLive.updateSociety({ ...tilleul, usersCount: 8 }, client));
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Membres/ }).textContent).toBe('Membres8'));
  expect(screen.getByLabelText('Rechercher une personne')).toHaveProperty('value', ' zoé ');
  // Few have no search.
  fireEvent.mouseDown(screen.getByRole('tab', { name: /^Propriétaires/ }), { button: 0 });
  expect(await screen.findByText('1 propriétaire')).toBeTruthy();
  expect(screen.queryByLabelText('Rechercher une personne')).toBeNull();
  fireEvent.mouseDown(screen.getByRole('tab', { name: /^Membres/ }), { button: 0 });
  expect(await screen.findByText('Camille Moreau')).toBeTruthy();
  expect(screen.queryByLabelText('Rechercher une personne')).toBeNull();
});

it('A society without requests says so to its owner', async () => {
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society: { ...tilleul, ...managed } }),
    'GET /society/tilleul/users': () => page(camille),
    'GET /society/tilleul/pendingUsers': () => page(),
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  const tab = await screen.findByRole('tab', { name: /^En attente/ });
  expect(tab.textContent).toBe('En attente1');
  fireEvent.mouseDown(tab, { button: 0 });
  expect(await screen.findByText('Aucune demande en attente.')).toBeTruthy();
  expect(screen.getByText('0 demande')).toBeTruthy();
});

it('The society page keeps the last owner from leaving, and says what to do instead', async () => {
  const asked = show({ ...tilleul, ...managed, owners: ['camille'] });
  await leave();
  expect(await screen.findByText(/Vous êtes la dernière personne propriétaire de Tilleul et fils/)).toBeTruthy();
  expect(screen.getByRole('alertdialog', { name: 'Vous ne pouvez pas partir' })).toBeTruthy();
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
  expect(screen.getByText('Chargement…')).toBeTruthy();
  expect(await screen.findByText('Vous ne faites partie d’aucune société')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Voir les sociétés' }).getAttribute('href')).toBe('/societies');
});

it('The society page tells a person who has lost their society, unless they left it themself', async () => {
  let society: Society | null = tilleul;
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society }),
    'GET /society/tilleul/users': () => page(camille),
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  const { client } = open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  const told = () => useAlerts.getState().alerts.map(({ message }) => message);
  const becomes = async (next: Society | null) => {
    society = next;
    await act(() => client.invalidateQueries());
    await screen.findByText(next ? 'Tilleul et fils' : 'Vous ne faites partie d’aucune société');
  };
  await screen.findByText('Tilleul et fils');
  await ending('tilleul', async () => undefined);
  await becomes(null);
  expect(told()).toEqual([]);
  await becomes(tilleul);
  forgetEnd('tilleul');
  await becomes(null);
  expect(told()).toEqual(['Vous ne faites plus partie de cette société.']);
});

it('The society page says why it could not be loaded, and asks again', async () => {
  let fails = true;
  serve(camille, {
    'GET /user/camille/society': () => (fails ? refused(403, 'Non.') : json(200, { society: null })),
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  expect(await screen.findByText('Non.')).toBeTruthy();
  expect(screen.getByText('La société n’a pas pu être chargée')).toBeTruthy();
  fails = false;
  await press('Réessayer');
  expect(await screen.findByText('Vous ne faites partie d’aucune société')).toBeTruthy();
});

it('A request to join is declined once confirmed; only the action that is under way waits', async () => {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = serve(camille, {
    'GET /user/camille/society': () => json(200, { society: { ...tilleul, ...managed } }),
    'GET /society/tilleul/users': () => page(camille),
    'GET /society/tilleul/pendingUsers': () => page(yann, karim),
    'PUT /society/tilleul': async () => {
      await held;
      return done('Demande refusée.');
    },
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /^En attente/ }), { button: 0 });
  await press('Refuser Yann Riou');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await press('Refuser Yann Riou');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Refuser' }));
  const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';
  await waitFor(() => expect(isBusy('Refuser Yann Riou')).toBe(true));
  expect(['Accepter Yann Riou', 'Refuser Karim Benali'].map(isBusy)).toEqual([false, false]);
  answer();
  expect(await screen.findByText('Retiré ! Demande refusée.')).toBeTruthy();
  expect(calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { action: 'decline', targetUserId: 'yann' },
  ]);
});

it('The society page shows an owner who becomes a member the people, whatever they were looking at', async () => {
  let society: Society = { ...tilleul, ...managed };
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society }),
    'GET /society/tilleul/users': () => page(karim),
    'GET /society/tilleul/pendingUsers': () => page(yann),
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  const { client } = open([{ path: '/userSociety', Component: UserSocietyPage }], '/userSociety');
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /^En attente/ }), { button: 0 });
  expect(await screen.findByText('Yann Riou')).toBeTruthy();
  society = { ...tilleul, owners: ['leonie'], membership: 'member' };
  await act(() => client.invalidateQueries({ queryKey: ['/user/:id/society'] }));
  expect(await screen.findByText('Karim Benali')).toBeTruthy();
  expect(screen.queryByText('Yann Riou')).toBeNull();
  // Another society begins with its members.
  fireEvent.mouseDown(screen.getByRole('tab', { name: /^Propriétaires/ }), { button: 0 });
  society = { ...society, _id: 'orme', name: 'Orme' };
  await act(() => client.invalidateQueries({ queryKey: ['/user/:id/society'] }));
  await screen.findByText('Orme');
  expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^Membres/);
});

it('The society page tells no loss to a person who leaves, though the event comes before the answer', async () => {
  let society: Society | null = { ...tilleul, owners: ['leonie'], membership: 'member' };
  let ended = async () => {};
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society }),
    'GET /society/tilleul/users': () => page(camille),
    'PUT /society/tilleul': async () => {
      society = null;
      await ended();
      return done('Vous avez quitté la société.', { membership: 'none' });
    },
  });
  setUser({ ...useSession.getState().user, ...camille } as never);
  forgetEnd('tilleul');
  const { client } = open(
    [
      { path: '/userSociety', Component: UserSocietyPage },
      { path: '/societies', element: <p>la liste des sociétés</p> },
    ],
    '/userSociety',
  );
  ended = async () => {
    await act(() => client.invalidateQueries({ queryKey: ['/user/:id/society'] }));
    await screen.findByText('Vous ne faites partie d’aucune société');
  };
  await leave();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  expect(await screen.findByText('la liste des sociétés')).toBeTruthy();
  await screen.findByText('Vous avez quitté la société.');
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Vous avez quitté la société.']);
});

it('The society page says why a request could not be declined', async () => {
  show({ ...tilleul, ...managed }, () => refused(409, 'Cette personne n’attend plus.'));
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /^En attente/ }), { button: 0 });
  await press('Refuser Yann Riou');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Cette personne n’attend plus.')).toBeTruthy();
  expect(screen.getByText('Une erreur est survenue lors du retrait.')).toBeTruthy();
});

it.each([
  ['admitted', 'Accepter Yann Riou', 'En attente'],
  ['named owner', 'Nommer Karim Benali propriétaire', 'Membres'],
])('A person who is %s is so once the server says so; a failure says why', async (_what, name, tab) => {
  let answer = (_with: Response) => {};
  const held = new Promise<Response>(done => {
    answer = done;
  });
  show({ ...tilleul, ...managed }, () => held as never);
  fireEvent.mouseDown(await screen.findByRole('tab', { name: new RegExp(tab) }), { button: 0 });
  await press(name);
  if (tab === 'Membres') await press('Nommer propriétaire');
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBe('true'));
  answer(refused(409, 'Trop tard.'));
  expect(await screen.findByText('Une erreur est survenue lors de l’ajout.')).toBeTruthy();
});
