// @vitest-environment jsdom
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { withoutDirection } from '../../../test/own-direction.ts';
import { atelier, camille, helene, json, karim, leonie, open, refused, serve } from '../../../test/settings-world.tsx';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { useReporting } from '../../running/reports/open/report.store.ts';
import { MemberCard } from './MemberCard.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { MemberPopover } from './open/MemberPopover.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() =>
  Promise.all([import('../../../ui/dialogs/PendingDialog.tsx'), import('../../../ui/overlays/overlays.ts')]),
);
afterEach(() => {
  cleanup();
  useReporting.getState().close();
});

function show(user: PublicUser, answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, answers);
  const heard: string[] = [];
  const { router } = open(
    [
      { path: '/', element: <MemberCard user={user} onTalk={() => heard.push('talk')} /> },
      { path: '/conversation/:id', element: <p>la conversation</p> },
    ],
    '/',
  );
  const asked = (method: string) => calls.filter(call => call.asked.startsWith(method));
  return { asked, heard, router };
}
const lines = () => screen.queryAllByRole('definition').map(line => line.textContent?.trim());
const labels = () => screen.queryAllByRole('term').map(line => line.textContent);

test('A profile card shows each field alone where it is filled, and none that is empty', () => {
  show({ ...leonie, email: undefined } as PublicUser);
  expect(lines()).toEqual([]);
  cleanup();
  show({ ...leonie, jobLocation: 'Nantes' });
  expect(lines()).toEqual(['Nantes', 'leonie@atelier.fr']);
  expect(labels()).toEqual(['Lieu', 'E-mail']);
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:leonie@atelier.fr');
  cleanup();
  show({ ...leonie, jobTitle: 'Maçonne', avatar: '/api/leonie', email: undefined } as PublicUser);
  expect([labels(), lines()]).toEqual([['Poste'], ['Maçonne']]);
  expect(withoutDirection('Léonie Dubreuil')).toEqual([]);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/leonie');
});

test.each([
  [{ startHour: '09:00', endHour: '17:00' }, '09:00 – 17:00'],
  [{ startHour: '09:00' }, 'À partir de 09:00'],
  [{ endHour: '17:00' }, 'Jusqu’à 17:00'],
])('A profile card says the hours that are known: %j', (hours, said) => {
  show({ ...leonie, email: undefined, ...hours } as PublicUser);
  expect([labels(), lines()]).toEqual([['Horaires'], [said]]);
});

test('A profile card links to what is on the web alone, without what every address has', () => {
  show({
    ...{ ...leonie, email: undefined },
    ...{ linkedinProfile: 'https://www.linkedin.com/in/leonie/', githubProfile: 'javascript:alert(1)' },
  } as PublicUser);
  const link = screen.getByRole('link');
  expect(link.textContent).toBe('linkedin.com/in/leonie (nouvel onglet)');
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    ...['https://www.linkedin.com/in/leonie/', '_blank', 'noopener noreferrer'],
  ]);
  expect(lines()[1]).toBe('javascript:alert(1)');
  expect(labels()).toEqual(['LinkedIn', 'GitHub']);
});

test('A profile card leads to its manager’s, and back; a manager who has no account is but named', async () => {
  const contacts = { manager: { _id: 'helene', firstName: 'Hélène', lastName: 'Nguyen' }, vacationReferee: null };
  const user = { ...leonie, manager: 'Hélène Nguyen', vacationReferee: 'Paul' };
  show(user as PublicUser, {
    'GET /user/leonie': () => json(200, { user: { ...user, contacts } }),
    'GET /user/helene': () => json(200, { user: helene }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Hélène Nguyen' }));
  expect(lines()).toEqual([]);
  const back = screen.getByRole('button', { name: 'Profil précédent' });
  expect(document.activeElement).toBe(back);
  expect(await screen.findByText('helene@atelier.fr')).toBeDefined();
  fireEvent.click(back);
  expect(await screen.findByText('leonie@atelier.fr')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Paul' })).toBeNull();
  expect(screen.getByText('Paul')).toBeDefined();
  // Which of the two a name stands for is to be seen.
  expect(lines().slice(0, 2)).toEqual(['Responsable Hélène Nguyen', 'En son absence Paul']);
});

test('A profile card leads from one manager to the next, and back step by step; one who is gone says so', async () => {
  const managed = (user: PublicUser, by: PublicUser) => {
    const { _id, firstName, lastName } = by;
    const contacts = { manager: { _id, firstName, lastName }, vacationReferee: null };
    return { ...user, manager: `${firstName} ${lastName}`, contacts };
  };
  const user = managed(leonie, helene);
  show(user as PublicUser, {
    'GET /user/leonie': () => json(200, { user }),
    'GET /user/helene': () => json(200, { user: managed(helene, karim) }),
    'GET /user/karim': () => refused(404, 'Introuvable.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Hélène Nguyen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Karim Benali' }));
  expect(await screen.findByText('Ce profil n’est plus disponible.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  const back = () => screen.getByRole('button', { name: 'Profil précédent' });
  expect(document.activeElement).toBe(back());
  fireEvent.click(back());
  expect(await screen.findByText('helene@atelier.fr')).toBeDefined();
  expect(document.activeElement).toBe(back());
  fireEvent.click(back());
  expect(await screen.findByText('leonie@atelier.fr')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Profil précédent' })).toBeNull();
});

test('A profile card leads to who stands in, where there is no manager', async () => {
  const contacts = { manager: null, vacationReferee: { _id: 'helene', firstName: 'Hélène', lastName: 'Nguyen' } };
  const user = { ...leonie, vacationReferee: 'Hélène Nguyen' };
  const { heard } = show(user as PublicUser, {
    'GET /user/leonie': () => json(200, { user: { ...user, contacts } }),
    'GET /user/helene': () => json(200, { user: helene }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Hélène Nguyen' }));
  expect(await screen.findByText('helene@atelier.fr')).toBeDefined();
  // An act begun from their card closes the layer that shows it.
  fireEvent.click(screen.getByRole('button', { name: 'Signaler' }));
  expect([heard, useReporting.getState().reporting?.person]).toEqual([['talk'], helene]);
});

test('A profile card asks for contacts where there are any', async () => {
  const { asked } = show(leonie);
  await waitFor(() => expect(screen.getByText('leonie@atelier.fr')).toBeDefined());
  expect(asked('GET /user/leonie')).toEqual([]);
});

test('A profile card leads to a conversation or to a report, and one’s own to neither', async () => {
  const conversation = { _id: 'deux', title: null, isGroup: false, users: [], creator: 'camille', lastMessage: null };
  const { asked, heard } = show(leonie, {
    'POST /conversation': () => json(201, { message: '', conversation: { ...conversation, createdAt: '' } }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Signaler' }));
  expect(useReporting.getState().reporting).toMatchObject({ person: leonie });
  expect(heard).toEqual(['talk']);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un message' }));
  expect(await screen.findByText('la conversation')).toBeDefined();
  expect(asked('POST').map(({ body }) => body)).toEqual([{ users: ['leonie'] }]);
  cleanup();
  show(camille);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('A profile card says who is suspended, and who is a guest', () => {
  show({ ...leonie, status: 'online', suspended: true });
  expect(screen.getByText('Compte suspendu')).toBeDefined();
  expect(screen.queryByText('En ligne', { selector: 'p' })).toBeNull();
  expect(screen.queryByText('Invité')).toBeNull();
  cleanup();
  show({ ...leonie, status: 'online', guest: true });
  expect(screen.getByText('Invité')).toBeDefined();
  expect(screen.getByText('En ligne', { selector: 'p' })).toBeDefined();
  expect(screen.queryByText('Compte suspendu')).toBeNull();
});

test('The profile of a person named in the page closes by Escape and as one leaves it; one that is gone says so', async () => {
  let closed = 0;
  const pop = (answers: Parameters<typeof serve>[1]) => {
    serve(camille, answers);
    const anchor = document.body.appendChild(document.createElement('i'));
    const element = <MemberPopover person={leonie} colour="#1d4e89" anchor={anchor} onClose={() => closed++} />;
    open([{ path: '*', element }], '/');
  };
  pop({ 'GET /user/leonie': () => json(200, { user: leonie }) });
  const card = within(await screen.findByRole('dialog', { name: 'Profil de Léonie Dubreuil' }));
  fireEvent.click(await card.findByRole('button', { name: 'Signaler' }));
  // The name keeps the colour that it had in the page.
  expect(card.getByText(/^Léonie Dubreuil/).style.color).toBe('rgb(29, 78, 137)');
  expect(closed).toBe(1);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(closed).toBe(2);
  cleanup();
  pop({ 'GET /user/leonie': () => refused(404, 'Introuvable.') });
  expect(await screen.findByText('Ce profil n’est plus disponible.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
});

const row = (name: RegExp) => screen.findByRole('button', { name });
async function menuOf(name: RegExp) {
  fireEvent.contextMenu(await row(name), { clientX: 9, clientY: 9 });
  return within(await screen.findByRole('menu'));
}
async function panel(me: PublicUser, answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(me, answers);
  const { client } = open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  await row(/Camille Moreau/);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  return (method: string) => calls.filter(call => call.asked.startsWith(method));
}
const offered = async (name: RegExp) => {
  const items = (await menuOf(name)).getAllByRole('menuitem').map(item => item.textContent);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return items;
};

test('A member’s menu offers what one may do with them: nothing but the profile with oneself, less with those above', async () => {
  await panel(camille);
  expect(await offered(/Camille Moreau/)).toEqual(['Voir le profil']);
  expect(await offered(/Karim Benali/)).toEqual([
    ...['Voir le profil', 'Nommer propriétaire', 'Exclure', 'Bannir', 'Signaler'],
  ]);
  cleanup();
  await panel(karim);
  expect(await offered(/Camille Moreau/)).toEqual(['Voir le profil', 'Signaler']);
});

test.each([
  ['Exclure', 'Exclure', 'kick', /perdra ses rôles\. Elle pourra y revenir/, /^Échec de l'expulsion/],
  ['Bannir', 'Bannir', 'ban', /ne pourra plus y revenir/, /^Échec du bannissement/],
  ['Nommer propriétaire', 'Transmettre le workspace', 'owner', /Atelier Tilleul.*vous ne pourrez/, /n’a pas pu être/],
])(
  'A member’s « %s » asks first, says why it could not be done, and tells that it was',
  async (item, confirm, path, warning, failure) => {
    let isDone = false;
    const asked = await panel(camille, {
      [`PUT /workspace/atelier/${path}`]: () =>
        isDone ? json(200, { message: 'C’est fait.', workspace: atelier }) : refused(403, 'Pas vous.'),
    });
    const choose = async (answer: string) => {
      fireEvent.click((await menuOf(/Karim Benali/)).getByRole('menuitem', { name: item }));
      const dialog = within(await screen.findByRole('alertdialog', { name: /Karim Benali/ }));
      expect(dialog.getByText(warning)).toBeDefined();
      fireEvent.click(dialog.getByRole('button', { name: answer }));
      await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
    };
    await choose('Annuler');
    expect(asked('PUT')).toEqual([]);
    await choose(confirm);
    expect(await screen.findByText('Pas vous.')).toBeDefined();
    expect(screen.getByText(failure)).toBeDefined();
    isDone = true;
    await choose(confirm);
    expect(await screen.findByText('C’est fait.')).toBeDefined();
    expect(asked('PUT').map(({ body }) => body)).toEqual([{ userId: 'karim' }, { userId: 'karim' }]);
  },
);

test('A member’s row says who is oneself, a guest or suspended; it opens the profile, and its menu a report', async () => {
  const users = [
    camille,
    { ...karim, guest: true, jobTitle: 'Maçon' },
    { ...leonie, suspended: true, jobTitle: 'Chef' },
  ];
  await panel(camille, {
    'GET /workspace/atelier/members': () =>
      json(200, { users: users.map(one => ({ ...one, color: '#000000' })), online: 0, total: 3 }),
  });
  expect((await row(/Camille Moreau/)).textContent).toMatch(/Camille Moreau \(vous\)/);
  expect((await row(/Karim Benali/)).textContent).toMatch(/Benali.*Invité · Maçon$/);
  expect((await row(/Karim Benali/)).textContent).not.toContain('(vous)');
  expect((await row(/Léonie Dubreuil/)).textContent).toMatch(/Dubreuil.*Compte suspendu$/);
  fireEvent.click((await menuOf(/Karim Benali/)).getByRole('menuitem', { name: 'Signaler' }));
  expect(useReporting.getState().reporting).toMatchObject({ person: { _id: 'karim' }, workspaceId: 'atelier' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.click((await menuOf(/Karim Benali/)).getByRole('menuitem', { name: 'Voir le profil' }));
  const card = within(await screen.findByRole('dialog', { name: 'Profil de Karim Benali' }));
  fireEvent.click(card.getByRole('button', { name: 'Signaler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(await row(/Karim Benali/));
  expect(await screen.findByRole('dialog', { name: 'Profil de Karim Benali' })).toBeDefined();
});
