// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Announcement } from '@palabre/common/contract/running/announcements.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { announcementsLive } from './announcements.live.ts';
import { AnnouncementBanners } from './open/AnnouncementBanners.tsx';
import { AnnouncementsTab } from './open/AnnouncementsTab.tsx';

// Loaded before, so that no test waits for the icons’ many files.
await import('../../../ui/dialogs/PendingDialog.tsx');

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const banner = (fields: Partial<Announcement> = {}): Announcement => ({
  ...{ _id: 'un', text: 'Une mise à jour ce soir.', kind: 'info', endsAt: inMs(3_600_000) },
  ...fields,
});

test('A banner is dismissed at once, and comes back if the server refuses', async () => {
  let refuses = true;
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = serve(camille, {
    'GET /announcements': () => json(200, { announcements: [banner()] }),
    'PUT /announcements/un/dismissal': async () => {
      await held;
      return refuses ? refused(503, 'Pas maintenant.') : json(200, { announcements: [] });
    },
  });
  open([{ path: '*', Component: AnnouncementBanners }], '/');
  await screen.findByText('Une mise à jour ce soir.');
  fireEvent.click(screen.getByRole('button', { name: 'Ne plus montrer cette annonce' }));
  await vi.waitFor(() => expect(screen.queryByText('Une mise à jour ce soir.')).toBeNull());
  answer();
  expect(await screen.findByText('Une mise à jour ce soir.')).toBeDefined();
  refuses = false;
  fireEvent.click(screen.getByRole('button', { name: 'Ne plus montrer cette annonce' }));
  await vi.waitFor(() => expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toHaveLength(2));
  expect(screen.queryByText('Une mise à jour ce soir.')).toBeNull();
});

test('A banner goes at its end, without a reload; the others stay', async () => {
  serve(camille, {
    'GET /announcements': () =>
      json(200, {
        announcements: [banner({ endsAt: inMs(400) }), banner({ _id: 'deux', text: 'Bienvenue.', kind: 'important' })],
      }),
  });
  open([{ path: '*', Component: AnnouncementBanners }], '/');
  expect(await screen.findByText('Une mise à jour ce soir.')).toBeDefined();
  // A new announcement is read aloud, and an important announcement looks so.
  expect(screen.getByLabelText('Annonces').ariaLive).toBe('polite');
  const banners = [...document.querySelectorAll<HTMLElement>('[data-kind]')];
  expect(banners.map(one => [one.dataset.kind, one.querySelector('svg')?.classList.value])).toEqual([
    ['info', expect.stringContaining('info')],
    ['important', expect.stringContaining('megaphone')],
  ]);
  await vi.waitFor(() => expect(screen.queryByText('Une mise à jour ce soir.')).toBeNull(), { timeout: 5_000 });
  expect(screen.getByText('Bienvenue.').textContent).toBe('Important Bienvenue.');
});

/** The page of an administrator: the banners above the tab. */
const Both = () => (
  <>
    <AnnouncementBanners />
    <AnnouncementsTab />
  </>
);

test('An announcement needs a text and an end to come; it is sent with the moment of the reader’s clock', async () => {
  const calls = serve(camille, {
    'GET /admin/announcements': () => json(200, { announcements: [], nextCursor: null }),
    'GET /announcements': () =>
      json(200, { announcements: calls.some(({ asked }) => asked.startsWith('POST')) ? [banner()] : [] }),
    'POST /admin/announcements': body => json(201, { announcement: { ...(body as object), _id: 'un', by: null } }),
  });
  open([{ path: '*', Component: Both }], '/');
  expect(await screen.findByText('Aucune annonce encore.')).toBeDefined();
  const publish = () => fireEvent.click(screen.getByText('Publier l’annonce'));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  expect(screen.getByText('Publier l’annonce').closest('button')?.disabled).toBe(true);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Texte/).required).toBe(true);
  expect(screen.getByText('Une nouvelle, un rappel.')).toBeDefined();
  type(/^Heure de fin/, '17:30');
  publish();
  expect(await screen.findByText('Écrivez l’annonce.')).toBeDefined();
  type(/^Texte/, 'Une mise à jour.');
  for (const [label, wrong, right] of [
    [/^Dernier jour/, 'demain', '01/01/2020'],
    [/^Heure de fin/, 'midi', '17:30'],
  ] as const) {
    type(label, wrong);
    publish();
    expect(await screen.findByText('Choisissez une fin à venir, dans l’année.')).toBeDefined();
    type(label, right);
    expect(screen.queryByText('Choisissez une fin à venir, dans l’année.')).toBeNull();
  }
  publish();
  expect(await screen.findByText('Choisissez une fin à venir, dans l’année.')).toBeDefined();
  const late = new Date();
  late.setDate(late.getDate() + 400);
  type(/^Dernier jour/, late.toLocaleDateString('fr-FR'));
  expect(screen.queryByText('Choisissez une fin à venir, dans l’année.')).toBeNull();
  publish();
  expect(await screen.findByText('Choisissez une fin à venir, dans l’année.')).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'Important' }));
  const day = new Date();
  day.setDate(day.getDate() + 2);
  type(/^Dernier jour/, day.toLocaleDateString('fr-FR'));
  publish();
  day.setHours(17, 30, 0, 0);
  const sent = () => calls.filter(({ asked }) => asked.startsWith('POST')).map(({ body }) => body);
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ text: 'Une mise à jour.', kind: 'important', endsAt: day.toISOString() }]),
  );
  // The published announcement is listed, and the form is as it was at first.
  expect(await screen.findByText('L’annonce est publiée.')).toBeDefined();
  const { value, maxLength } = screen.getByLabelText<HTMLTextAreaElement>(/^Texte/);
  expect([value, maxLength]).toEqual(['', limits.announcement]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Heure de fin/).value).toBe('18:00');
  await vi.waitFor(() => expect(calls.filter(({ asked }) => asked === 'GET /admin/announcements')).toHaveLength(2));
  // The publisher sees it as everybody else does, even without the event.
  expect(await screen.findByText('Une mise à jour ce soir.')).toBeDefined();
});

test('Announcements are listed with their state; one that is shown is ended after a question', async () => {
  const by = { _id: 'camille', firstName: 'Camille', lastName: 'Moreau' };
  const listed = { ...banner(), createdAt: inMs(-1_000), endedAt: null, by };
  const isEnded = () => calls.some(({ asked }) => asked.startsWith('DELETE'));
  const calls = serve(camille, {
    'GET /admin/announcements': (_body, { searchParams }) =>
      json(200, {
        announcements: searchParams.has('search')
          ? []
          : [
              { ...listed, ...(isEnded() && { endedAt: inMs(-1) }) },
              { ...listed, _id: 'deux', text: 'Bienvenue.', endsAt: inMs(-500), by: null },
              { ...listed, _id: 'trois', text: 'Finie.', endedAt: inMs(-500), kind: 'important' },
            ],
        nextCursor: null,
      }),
    'GET /announcements': () => json(200, { announcements: isEnded() ? [] : [banner({ text: 'Vu de tous.' })] }),
    'DELETE /admin/announcements/un': () => json(200, { message: 'Fini.' }),
  });
  open([{ path: '*', Component: Both }], '/');
  expect(await screen.findByText('Vu de tous.')).toBeDefined();
  expect(await screen.findByText('affichée')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Annonces publiées' })).toBeDefined();
  expect(screen.getByText(/^Un compte supprimé · jusqu’au/)).toBeDefined();
  expect(screen.getByText(/^Camille Moreau · terminée le/).closest('li')?.textContent).toMatch(/^CMFinie\./);
  expect(screen.getAllByText('passée')).toHaveLength(2);
  // Once in the form, once on the important announcement's line.
  expect(screen.getAllByText('Important')).toHaveLength(2);
  const ends = screen.getAllByRole('button', { name: /^Terminer l’annonce/ });
  expect(ends).toHaveLength(1);
  fireEvent.click(ends[0] as HTMLElement);
  const sure = within(await screen.findByRole('alertdialog', { name: /^Terminer cette annonce/ }));
  expect(sure.getByText('Plus personne ne la verra.')).toBeDefined();
  fireEvent.click(sure.getByRole('button', { name: 'Annuler' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.some(({ asked }) => asked.startsWith('DELETE'))).toBe(false);
  // The button does nothing until the dialog before it has been answered.
  await vi.waitFor(() => {
    fireEvent.click(ends[0] as HTMLElement);
    expect(useDialogs.getState().pending).toHaveLength(1);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Terminer' }));
  await vi.waitFor(() => expect(calls.some(({ asked }) => asked === 'DELETE /admin/announcements/un')).toBe(true));
  // Its banner and its place in the list follow, even without the event.
  await vi.waitFor(() =>
    expect([screen.queryByText('Vu de tous.'), screen.queryByText('affichée')]).toEqual([null, null]),
  );
  expect(screen.getAllByText('passée')).toHaveLength(3);
  fireEvent.change(screen.getByLabelText('Rechercher une annonce'), { target: { value: ' orme ' } });
  expect(await screen.findByText('Aucune annonce ne correspond.')).toBeDefined();
  expect(calls.at(-1)?.query).toEqual({ search: 'orme' });
});

test('Events show an announcement once, and take it away; the list of administrators is asked for again', () => {
  const client = new QueryClient();
  const [shown, listed] = [keyOf(api.announcements.shown), keyOf(api.announcements.list)];
  const known = (...announcements: Announcement[]) => {
    client.setQueryData(shown, { announcements });
    client.setQueryData(listed, {});
  };
  const state = () => [
    cached(client, api.announcements.shown)?.announcements.map(({ text }) => text),
    client.getQueryState(listed)?.isInvalidated,
  ];
  known(banner(), banner({ _id: 'deux', text: 'Bienvenue.' }));
  announcementsLive.newAnnouncement(banner({ text: 'Demain.' }), client);
  expect(state()).toEqual([['Bienvenue.', 'Demain.'], true]);
  known(banner(), banner({ _id: 'deux', text: 'Bienvenue.' }));
  announcementsLive.endAnnouncement({ _id: 'un' }, client);
  expect(state()).toEqual([['Bienvenue.'], true]);
});

test('A banner whose end is far stays, and without a banner there is nothing to read', async () => {
  let announcements = [banner({ endsAt: inMs(3 * 2 ** 31) })];
  serve(camille, { 'GET /announcements': () => json(200, { announcements }) });
  const { client } = open([{ path: '*', Component: AnnouncementBanners }], '/');
  await screen.findByText('Une mise à jour ce soir.');
  const wait = vi.spyOn(globalThis, 'setTimeout');
  announcements = [banner({ endsAt: inMs(2 * 2 ** 31) })];
  await act(() => client.invalidateQueries());
  // A longer wait than browsers know would end at once.
  await vi.waitFor(() => expect(wait.mock.calls.some(([, ms = 0]) => ms === 2 ** 31 - 1)).toBe(true));
  expect(wait.mock.calls.every(([, ms = 0]) => ms < 2 ** 31)).toBe(true);
  wait.mockRestore();
  expect(screen.getByText('Une mise à jour ce soir.')).toBeDefined();
  const region = screen.getByLabelText('Annonces');
  expect(region.hidden).toBe(false);
  announcements = [];
  await act(() => client.invalidateQueries());
  await vi.waitFor(() => expect(region.hidden).toBe(true));
});
