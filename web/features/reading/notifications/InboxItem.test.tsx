// @vitest-environment jsdom
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { camille, json, karim, open, serve } from '../../../test/settings-world.tsx';
import { Inbox } from './Inbox.tsx';
import { notificationsLive } from './notifications.live.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => Promise.all([import('./InboxPanel.tsx'), import('../../../ui/overlays/overlays.ts')]));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const picture = '/api/user/karim/avatar.webp';
const createdAt = '2026-11-21T15:42:00.000Z';
const notice = (_id: string, fields: Partial<Notification> = {}): Notification => ({
  ...{ _id, content: `Avis ${_id}.`, createdAt, isRead: false, type: 'society', link: '/userSociety', about: null },
  actor: { _id: karim._id, firstName: karim.firstName, lastName: karim.lastName, avatar: picture },
  ...fields,
});

/** Opens the inbox with these notifications. */
async function openInbox(notifications: Notification[]) {
  serve(camille, { 'GET /notifications': () => json(200, { notifications }) });
  const { client } = open([{ path: '*', Component: Inbox }], '/home');
  const button = await screen.findByRole('button', {
    name: new RegExp(`^Boîte de réception, ${notifications.length} non lues?$`),
  });
  await userEvent.click(button);
  const inbox = await screen.findByRole('dialog', { name: 'Boîte de réception' });
  const lines = await within(inbox).findAllByRole('listitem');
  return { client, button, inbox, lines };
}

test('A notification shows its author’s picture, or Palabre’s sign without one, and says when it came in full', async () => {
  const { lines } = await openInbox([notice('un'), notice('deux', { actor: null })]);
  expect(lines.map(line => line.querySelector('img')?.getAttribute('src'))).toEqual([picture, undefined]);
  expect(lines.map(line => line.querySelector('svg[viewBox="0 0 48 48"]') !== null)).toEqual([false, true]);
  const time = lines[0]?.querySelector('time');
  expect([time?.dateTime, time?.title]).toEqual([createdAt, expect.stringMatching(/^21 novembre 2026 à \d\d:42$/)]);
});

test('The notifications of the inbox are one tab stop, with the button that marks the one that has the focus', async () => {
  const { lines } = await openInbox([notice('un'), notice('deux')]);
  const marks = lines.map(line => within(line).getByRole('button', { name: 'Marquer comme lu' }));
  const stops = () => [
    lines.map(line => within(line).getByRole('link').tabIndex),
    marks.map(({ tabIndex }) => tabIndex),
  ];
  expect(stops()).toEqual([
    [0, -1],
    [0, -1],
  ]);
  // A pointer press on the other item's button makes that button the tab stop.
  act(() => marks[1]?.focus());
  expect(stops()).toEqual([
    [-1, 0],
    [-1, 0],
  ]);
});

test('The button of the inbox shows nine at most, and says how many there are', async () => {
  const { button, inbox } = await openInbox(Array.from({ length: 10 }, (_, n) => notice(`n${n}`)));
  expect(button.textContent).toBe('9+');
  expect(within(inbox).getByRole('heading', { level: 2, name: 'Boîte de réception' })).toBeDefined();
});

test('A notification has the sign of what it is about, and that of an answer when it is one', async () => {
  const signs: Record<Notification['type'], string> = {
    ...{ mention: 'at-sign', message: 'message-circle', invite: 'ticket', society: 'building-complex' },
    ...{ workspace: 'users', report: 'shield-exclamation-point', registration: 'user-plus', reminder: 'alarm-clock' },
  };
  const about = { channelId: null, conversationId: 'c', position: 1, isAnswer: true, excerpt: 'À 8 h.' };
  const types = Object.keys(signs) as Notification['type'][];
  const { lines } = await openInbox([
    ...types.map(type => notice(type, { type })),
    notice('réponse', { type: 'mention', about }),
  ]);
  const shown = lines.map(line => {
    const sign = line.querySelector('[data-type]');
    const [icon] = (sign?.querySelector('svg')?.getAttribute('class') ?? '').match(/lucide-[a-z-]+/) ?? [];
    return [sign?.getAttribute('data-type'), icon];
  });
  expect(shown).toEqual([...types.map(type => [type, `lucide-${signs[type]}`]), ['mention', 'lucide-reply']]);
});

test('The tabs and lists of the inbox have names; what people wrote in it has its own direction, and what is read looks so', async () => {
  const about = { channelId: 'annonces', conversationId: null, position: 1, isAnswer: false, excerpt: 'À 8 h.' };
  const link = '/workspace/atelier/channel/annonces?message=un';
  const mention = notice('un', { type: 'mention', link, about });
  const { client, inbox, lines } = await openInbox([mention]);
  const tabs = within(inbox).getByRole('tablist', { name: 'Boîte de réception' });
  expect(within(inbox).getByRole('list', { name: 'Non lues' })).toBeDefined();
  await within(inbox).findByText(/#annonces/);
  const turned = (line: Element) => [...line.querySelectorAll('[dir="auto"]')].map(one => one.textContent?.trim());
  expect(lines.map(turned)).toEqual([['Karim', '#annonces', 'À 8 h.']]);
  const isUnread = (line: Element) => line.querySelector('[data-unread]') !== null;
  expect(lines.map(isUnread)).toEqual([true]);
  // It is read elsewhere meanwhile.
  act(() => notificationsLive.updateNotification({ ...mention, isRead: true }, client));
  await userEvent.click(await within(tabs).findByRole('tab', { name: 'Mentions' }));
  const mentions = await within(inbox).findByRole('list', { name: 'Mentions' });
  expect([...mentions.children].map(isUnread)).toEqual([false]);
});

test('A notification that comes while one moves in the inbox by keys moves neither the tab stop nor the next line', async () => {
  const { client, inbox, lines } = await openInbox(
    ['un', 'deux', 'trois'].map((id, n) => notice(id, { createdAt: `2026-11-21T15:4${2 - n}:00.000Z` })),
  );
  const link = (name: string) => within(inbox).getByRole('link', { name: new RegExp(`Avis ${name}`) });
  act(() =>
    within(lines[1] as HTMLElement)
      .getByRole('link')
      .focus(),
  );
  act(() => notificationsLive.newNotification(notice('neuf', { createdAt: '2026-11-21T16:00:00.000Z' }), client));
  await within(inbox).findByRole('link', { name: /Avis neuf/ });
  const stops = within(inbox).getAllByRole('listitem');
  expect(stops.map(line => within(line).getByRole('link').tabIndex)).toEqual([-1, -1, 0, -1]);
  expect(document.activeElement).toBe(link('deux'));
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(link('un'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(link('trois'));
});
