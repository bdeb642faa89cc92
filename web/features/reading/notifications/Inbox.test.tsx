// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { Outlet } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Header } from '../../../app/frame/Header.tsx';
import { TitleCount } from '../../../app/frame/TitleCount.tsx';
import { camille, channels, json, karim, open, refused, role, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { channelsLive } from '../../workspaces/channels/channels.live.ts';
import { notificationsLive } from './notifications.live.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => Promise.all([import('./InboxPanel.tsx'), import('../../../ui/overlays/overlays.ts')]));

// The clock is frozen, so that « Hier » holds through the file even at midnight or when clocks change.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) }));
const yesterday = new Date(2026, 10, 21, 16, 42);

const notification = (id: string, fields: Partial<Notification> = {}): Notification => ({
  _id: id,
  content: 'Invitation à rejoindre le workspace «\u202fDirection\u202f».',
  createdAt: yesterday.toISOString(),
  isRead: false,
  type: 'invite',
  link: '/invite/ABCD2345',
  actor: { _id: karim._id, firstName: karim.firstName, lastName: karim.lastName, avatar: null },
  about: null,
  ...fields,
});
const invite = notification('invite');
const kick = notification('kick', {
  content: 'Votre accès au workspace «\u202fAtelier\u202f» vous a été retiré.',
  type: 'workspace',
  link: '/workspaces',
  actor: null,
});
const mention = notification('mention', { content: 'Karim vous a mentionnée.', type: 'mention', isRead: true });

const button = (name: string) => screen.findByRole('button', { name });
const dropdown = () => screen.findByRole('dialog', { name: 'Boîte de réception' });
const links = async () => (await within(await dropdown()).findAllByRole('link')).filter(link => link.closest('li'));

function show(notifications: Notification[], others: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, { 'GET /notifications': () => json(200, { notifications }), ...others });
  const page = open(
    [
      {
        element: [<Header key="header" />, <TitleCount key="count" />, <Outlet key="page" />],
        children: [
          { path: '/workspaces', element: null },
          { path: '/invite/:code', element: <p>L’invitation</p> },
          { path: '/scheduled', element: <p>Ce qui est programmé</p> },
        ],
      },
    ],
    '/workspaces',
  );
  return { calls, ...page };
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

test('The inbox counts the unread notifications on its button and title, and lists them with their author and time', async () => {
  show([invite, kick, mention]);
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  expect(document.title).toMatch(/^\(2\) /);
  expect((await dropdown()).style.width).toBe('500px');
  const [first, second, ...others] = await links();
  expect(others).toEqual([]);
  expect(first?.textContent).toContain('Karim Hier, 16:42 Invitation à rejoindre le workspace');
  expect(first?.textContent).toContain('non lue');
  expect(second?.textContent).toContain('Palabre Hier, 16:42 Votre accès');
});

test('A notification clicked is marked as read, opens its link and closes the inbox', async () => {
  const { calls, router } = show([invite], {
    'PUT /notifications/invite': () => json(200, { notification: { ...invite, isRead: true } }),
  });
  await userEvent.click(await button('Boîte de réception, 1 non lue'));
  const [first] = await links();
  if (first) await userEvent.click(first);
  expect(await screen.findByText('L’invitation')).toBeDefined();
  expect(router.state.location.pathname).toBe('/invite/ABCD2345');
  expect(calls.find(call => call.asked === 'PUT /notifications/invite')?.body).toEqual({ isRead: true });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('A read notification opens its link without a request', async () => {
  const { calls } = show([{ ...mention, link: '/invite/ABCD2345' }]);
  await userEvent.click(await button('Boîte de réception'));
  await userEvent.click(await screen.findByRole('tab', { name: 'Mentions' }));
  const [first] = await links();
  expect(first?.textContent).not.toContain('non lue');
  if (first) await userEvent.click(first);
  expect(await screen.findByText('L’invitation')).toBeDefined();
  expect(calls.filter(call => call.asked.startsWith('PUT'))).toEqual([]);
});

test('A reminder and a message that did not leave are told in the page’s own words, and lead to the message or to the list', async () => {
  const reminder = notification('reminder', {
    type: 'reminder',
    content: '…',
    link: '/workspace/atelier/channel/general?message=m1',
  });
  const gone = notification('gone', { type: 'reminder', content: '…', link: '/scheduled', actor: null });
  const failed = notification('failed', { type: 'message', content: '…', link: '/scheduled', actor: null });
  show([reminder, gone, failed]);
  await userEvent.click(await button('Boîte de réception, 3 non lues'));
  const told = (await links()).map(link => [link.getAttribute('href'), link.textContent]);
  expect(told).toEqual([
    [reminder.link, expect.stringContaining('Vous vouliez revenir à ce message.')],
    ['/scheduled', expect.stringContaining('un message qui n’existe plus')],
    ['/scheduled', expect.stringContaining('n’est pas parti')],
  ]);
});

test('A notification is marked as read in place, by pointer or keys, and the focus goes to the next one', async () => {
  const { calls, client, router } = show([invite, kick, mention], {
    'PUT /notifications/kick': () => {
      notificationsLive.updateNotification({ ...kick, isRead: true }, client);
      return json(200, { notification: { ...kick, isRead: true } });
    },
    'PUT /notifications/invite': () => {
      notificationsLive.updateNotification({ ...invite, isRead: true }, client);
      return json(200, { notification: { ...invite, isRead: true } });
    },
  });
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  const [first] = await links();
  first?.focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Marquer comme lu' })[0]);
  await userEvent.keyboard('{Enter}');
  await waitFor(async () => expect(await links()).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Marquer comme lu' }));
  await userEvent.click(screen.getByRole('button', { name: 'Marquer comme lu' }));
  expect(await screen.findByText('Vous avez tout lu ! 🎉')).toBeDefined();
  expect((await dropdown()).contains(document.activeElement)).toBe(true);
  expect(router.state.location.pathname).toBe('/workspaces');
  expect(calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ asked, body }) => [asked, body])).toEqual([
    ['PUT /notifications/invite', { isRead: true }],
    ['PUT /notifications/kick', { isRead: true }],
  ]);
});

test('A notification of a message shows its channel, whose name is fetched once where the cache lacks it', async () => {
  const said = (id: string) =>
    notification(id, {
      type: 'mention',
      link: `/workspace/atelier/channel/annonces?message=${id}`,
      about: {
        channelId: 'annonces',
        conversationId: null,
        position: 1,
        isAnswer: false,
        excerpt: 'On se retrouve à 14 h',
      },
    });
  const { calls, client } = show([said('un'), said('deux')]);
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  await waitFor(async () => {
    for (const link of await links()) expect(link.textContent).toContain('#annonces');
  });
  expect(calls.filter(({ asked }) => asked === 'GET /workspace/atelier/channels')).toHaveLength(1);
  const [, annonces] = channels;
  if (annonces) act(() => channelsLive.updateChannel({ ...annonces, title: 'à savoir' }, client));
  await waitFor(async () => expect((await links())[0]?.textContent).toContain('#à savoir'));
});

test('Notification authors with the same first name are told apart in one list', async () => {
  const other = { _id: 'nasri', firstName: karim.firstName, lastName: 'Nasri', avatar: null };
  show([invite, notification('autre', { actor: other }), mention]);
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  const [first, second] = await links();
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringContaining('Karim B. Hier'),
    expect.stringContaining('Karim N. Hier'),
  ]);
  await userEvent.click(await screen.findByRole('tab', { name: 'Mentions' }));
  expect((await links())[0]?.textContent).toContain('Karim Hier');
});

test('A notification of an answer says so among the mentions', async () => {
  const about = { channelId: null, conversationId: 'c', position: 1, isAnswer: true, excerpt: 'À 8 h.' };
  show([notification('réponse', { type: 'mention', link: '/conversation/c?message=réponse', about }), kick, mention]);
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  await userEvent.click(await screen.findByRole('tab', { name: /^Mentions/ }));
  // Each tab counts its unread notifications.
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Non lues2', 'Mentions1']);
  expect(await links()).toHaveLength(2);
  expect((await links())[0]?.textContent).toContain('Karim vous a répondu Hier, 16:42 À 8 h.');
});

test('A notification names its mentions: people in one request, roles and channels once per workspace', async () => {
  const [first, second] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
  const conduite = '018f0000-0000-7000-8000-00000000000a';
  const general = '018f0000-0000-7000-8000-00000000000c';
  const said = (id: string, excerpt: string) =>
    notification(id, {
      type: 'mention',
      link: `/workspace/atelier/channel/annonces?message=${id}`,
      about: { channelId: 'annonces', conversationId: null, position: 1, isAnswer: false, excerpt },
    });
  const { calls } = show(
    [said('un', `<@${first}> et <@&${conduite}>`), said('deux', `<@${second}> dans <#${general}>`)],
    {
      'GET /user/named': () =>
        json(200, {
          users: [
            { _id: first, firstName: 'Hélène', lastName: 'Nguyen' },
            { _id: second, firstName: 'Yann', lastName: 'Riou' },
          ],
        }),
      'GET /workspace/atelier/roles': () => json(200, { roles: [role(conduite, 1, { name: 'Conduite' })] }),
      'GET /workspace/atelier/channels': () => json(200, { channels: [{ ...channels[0], _id: general }] }),
    },
  );
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  await waitFor(async () => {
    const texts = (await links()).map(link => link.textContent);
    expect(texts[0]).toContain('@Hélène Nguyen et @Conduite');
    expect(texts[1]).toContain('@Yann Riou dans #general');
  });
  for (const path of ['/user/named', '/workspace/atelier/roles', '/workspace/atelier/channels']) {
    expect(calls.filter(({ asked }) => asked === `GET ${path}`)).toHaveLength(1);
  }
});

test('The inbox’s empty tabs each have their own sentence', async () => {
  show([]);
  await userEvent.click(await button('Boîte de réception'));
  expect(await screen.findByText('Vous avez tout lu ! 🎉')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Mentions' }));
  expect(await screen.findByText('Aucune mention pour le moment !')).toBeDefined();
});

test('The inbox marks all as read in one request, and keeps the focus when the last unread line has gone', async () => {
  const { calls, client } = show([invite, kick, mention], {
    'POST /notifications': () => {
      for (const one of [invite, kick]) notificationsLive.updateNotification({ ...one, isRead: true }, client);
      return json(200, { message: 'Les notifications sont lues.', notifications: [] });
    },
  });
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  await userEvent.click(await button('Tout marquer comme lu'));
  expect(await screen.findByText('Vous avez tout lu ! 🎉')).toBeDefined();
  expect(calls.find(call => call.asked === 'POST /notifications')?.body).toEqual({ ids: ['invite', 'kick'] });
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Non lues' }));
  expect(document.title).not.toMatch(/^\(/);
});

test('The inbox shows a new notification at once, and removes one read in another tab', async () => {
  const { client } = show([invite]);
  await userEvent.click(await button('Boîte de réception, 1 non lue'));
  expect(await links()).toHaveLength(1);
  act(() => notificationsLive.newNotification(kick, client));
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
  expect((await links()).map(link => link.textContent?.includes('Votre accès'))).toEqual([true, false]);
  expect(screen.getByRole('status').textContent).toBe('Boîte de réception, 2 non lues');
  act(() => screen.getAllByRole('link', { name: /Invitation/ })[0]?.focus());
  act(() => notificationsLive.updateNotification({ ...kick, isRead: true }, client));
  await waitFor(async () => expect(await links()).toHaveLength(1));
  // Where it was last is no more: Tab still reaches the list.
  expect((await links()).map(({ tabIndex }) => tabIndex)).toEqual([0]);
});

test('The inbox opens, moves and closes by keyboard, and returns the focus', async () => {
  show([invite, kick, mention]);
  const opener = await button('Boîte de réception, 2 non lues');
  opener.focus();
  await userEvent.keyboard('{Enter}');
  const [first, second] = await links();
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'));
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  expect([first, second].map(link => link?.tabIndex)).toEqual([-1, 0]);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{Home}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  // The keys move the focus instead of the page; others stay the page's.
  expect(['ArrowDown', 'a'].map(key => fireEvent.keyDown(first as HTMLElement, { key }))).toEqual([false, true]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('The inbox closes by its button and by a click outside', async () => {
  show([invite]);
  const opener = await button('Boîte de réception, 1 non lue');
  await userEvent.click(opener);
  await dropdown();
  await userEvent.click(opener);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(opener);
  await dropdown();
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('The inbox reports a failed load, and retries; what it shows stays when it cannot be read again', async () => {
  let working = false;
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const { client } = show([], {
    'GET /notifications': async () => {
      if (!working) return refused(403, 'Une erreur est survenue');
      await held;
      return json(200, { notifications: [invite] });
    },
  });
  await userEvent.click(await button('Boîte de réception'));
  const again = await button('Réessayer');
  expect(screen.getByText('Vos notifications n’ont pas pu être chargées.')).toBeDefined();
  // It is said here, and not by an alert too.
  expect(useAlerts.getState().alerts).toEqual([]);
  working = true;
  await userEvent.click(again);
  expect(await within(await dropdown()).findByText('Chargement…')).toBeDefined();
  answer();
  await waitFor(async () => expect(await links()).toHaveLength(1));
  const before = await links();
  working = false;
  await act(async () => {
    await client.refetchQueries({ queryKey: [api.notifications.list.path] });
    // The page is told of it a moment later.
    await new Promise(done => setTimeout(done));
  });
  act(() => notificationsLive.newNotification(kick, client));
  await waitFor(async () => expect(await links()).toHaveLength(2));
  expect((await links())[1]).toBe(before[0]);
});

test('A notification of a reply says its channel, and that it is in a thread', async () => {
  const parent = { channelId: 'annonces', conversationId: null };
  const reply = notification('reply', {
    type: 'mention',
    link: '/workspace/atelier/channel/annonces?thread=fil&message=reply',
    about: {
      ...{ channelId: null, conversationId: null, threadId: 'fil', parent, position: 1, isAnswer: false },
      excerpt: 'Noté',
    },
  });
  show([reply]);
  await userEvent.click(await button('Boîte de réception, 1 non lue'));
  await waitFor(async () => expect((await links())[0]?.textContent).toContain('#annonces › '));
});

test('An address that leads to the inbox opens it, each time, and is the page’s own again', async () => {
  const { router } = show([invite]);
  for (let times = 0; times < 2; times += 1) {
    await act(() => router.navigate('/workspaces?tri=nom#inbox'));
    expect(await links()).toHaveLength(1);
    const { historyAction, location } = router.state;
    // « Back » does not open it again.
    expect([location.hash, location.search, historyAction]).toEqual(['', '?tri=nom', 'REPLACE']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('A notification of today says its hour alone, one of files that there are some, and one for a deputy whom it names', async () => {
  const about = { channelId: null, conversationId: 'c', position: 1, isAnswer: false, excerpt: '' };
  const today = notification('today', {
    type: 'message',
    createdAt: new Date(2026, 10, 22, 9, 12).toISOString(),
    about,
  });
  const inPlaceOf = notification('deputy', {
    type: 'mention',
    about: { ...about, excerpt: 'Oui', inPlaceOf: 'Léonie' },
  });
  show([today, inPlaceOf]);
  await userEvent.click(await button('Boîte de réception, 2 non lues'));
  const [first, second] = (await links()).map(link => link.textContent);
  expect(first).toContain('Karim 09:12 Des fichiers.');
  expect(second).toContain('Karim mentionne Léonie, que vous remplacez Hier, 16:42 Oui');
});

test('The inbox leads to what is scheduled and closes, and says that it loads until its notifications are there', async () => {
  const { router } = show([], { 'GET /notifications': () => new Promise<never>(() => undefined) });
  await userEvent.click(await button('Boîte de réception'));
  const inbox = within(await dropdown());
  expect(await inbox.findByText('Chargement…')).toBeDefined();
  expect(screen.queryByText('Vous avez tout lu ! 🎉')).toBeNull();
  await userEvent.click(inbox.getByRole('link', { name: 'Programmés et rappels' }));
  expect(router.state.location.pathname).toBe('/scheduled');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
