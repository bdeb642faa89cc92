// @vitest-environment jsdom
import type { Announcement } from '@palabre/common/contract/running/announcements.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/server/query-client.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
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
  await vi.waitFor(() => expect(screen.queryByText('Une mise à jour ce soir.')).toBeNull(), { timeout: 5_000 });
  expect(screen.getByText('Bienvenue.').textContent).toBe('Important Bienvenue.');
});

test('An announcement needs a text and an end to come; it is sent with the moment of the reader’s clock', async () => {
  const calls = serve(camille, {
    'GET /admin/announcements': () => json(200, { announcements: [], nextCursor: null }),
    'POST /admin/announcements': body => json(201, { announcement: { ...(body as object), _id: 'un', by: null } }),
  });
  open([{ path: '*', Component: AnnouncementsTab }], '/');
  expect(await screen.findByText('Aucune annonce encore.')).toBeDefined();
  const publish = () => fireEvent.click(screen.getByText('Publier l’annonce'));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^Heure de fin/, '17:30');
  publish();
  expect(await screen.findByText('Écrivez l’annonce.')).toBeDefined();
  type(/^Texte/, 'Une mise à jour.');
  type(/^Dernier jour/, '01/01/2020');
  publish();
  expect(await screen.findByText('Choisissez une fin à venir, dans l’année.')).toBeDefined();
  const day = new Date();
  day.setDate(day.getDate() + 2);
  type(/^Dernier jour/, day.toLocaleDateString('fr-FR'));
  publish();
  day.setHours(17, 30, 0, 0);
  const sent = () => calls.filter(({ asked }) => asked.startsWith('POST')).map(({ body }) => body);
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ text: 'Une mise à jour.', kind: 'info', endsAt: day.toISOString() }]),
  );
});

test('Announcements are listed with their state; one that is shown is ended after a question', async () => {
  const by = { _id: 'camille', firstName: 'Camille', lastName: 'Moreau' };
  const listed = { ...banner(), createdAt: inMs(-1_000), endedAt: null, by };
  const calls = serve(camille, {
    'GET /admin/announcements': () =>
      json(200, {
        announcements: [listed, { ...listed, _id: 'deux', text: 'Bienvenue.', endsAt: inMs(-500), by: null }],
        nextCursor: null,
      }),
    'GET /announcements': () => json(200, { announcements: [] }),
    'DELETE /admin/announcements/un': () => json(200, { message: 'Fini.' }),
  });
  open([{ path: '*', Component: AnnouncementsTab }], '/');
  expect(await screen.findByText('affichée')).toBeDefined();
  expect(screen.getByText(/^Un compte supprimé · jusqu’au/)).toBeDefined();
  const ends = screen.getAllByRole('button', { name: /^Terminer l’annonce/ });
  expect(ends).toHaveLength(1);
  fireEvent.click(ends[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: 'Terminer' }));
  await vi.waitFor(() => expect(calls.some(({ asked }) => asked === 'DELETE /admin/announcements/un')).toBe(true));
});
