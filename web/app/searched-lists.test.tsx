// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { RegistrationTab } from '../features/people/admissions/open/RegistrationTab.tsx';
import { usePeople } from '../features/people/users/open/users.queries.ts';
import { useFoundFiles, useFoundMessages } from '../features/reading/search/search.queries.ts';
import { useDeparture } from '../features/running/administration/administration.queries.ts';
import '../features/running/administration/administration.texts.ts';
import { BannedTab } from '../features/running/administration/BannedTab.tsx';
import { UsersTab } from '../features/running/administration/UsersTab.tsx';
import { AnnouncementsTab } from '../features/running/announcements/open/AnnouncementsTab.tsx';
import '../features/running/disconnection/open/disconnection.texts.ts';
import { ReportsCard } from '../features/running/disconnection/ReportsCard.tsx';
import '../features/running/overview/open/overview.texts.ts';
import { SizesCard } from '../features/running/overview/SizesCard.tsx';
import { useAssignees } from '../features/running/reports/open/reports.queries.ts';
import { HistoryCard } from '../features/running/settings/HistoryCard.tsx';
import '../features/running/settings/open/settings.texts.ts';
import { PendingInvites } from '../features/workspaces/email-invites/open/PendingInvites.tsx';
import { GuestsSection } from '../features/workspaces/guests/open/GuestsSection.tsx';
import { useFoundMembers, useMembers } from '../features/workspaces/members/open/members.queries.ts';
import { MembersSection } from '../features/workspaces/members/settings/MembersSection.tsx';
import { atelier, camille, json, karim, open, serve } from '../test/settings-world.tsx';

afterEach(cleanup);

const Guests = () => <GuestsSection invitation={() => null} />;
const Invites = () => <PendingInvites workspaceId="atelier" />;
const lists: [path: string, list: ComponentType, search: string | RegExp, none: string][] = [
  ['/admin/users', UsersTab, 'Rechercher une personne', 'Personne ne correspond à cette recherche.'],
  ['/banned-users', BannedTab, 'Rechercher une adresse', 'Aucune adresse ne correspond à cette recherche.'],
  ['/admin/overview/workspaces', SizesCard, 'Rechercher un workspace', 'Aucun workspace ne correspond.'],
  ['/admin/announcements', AnnouncementsTab, 'Rechercher une annonce', 'Aucune annonce ne correspond.'],
  [
    '/admin/registration-requests',
    RegistrationTab,
    'Rechercher par nom ou adresse',
    'Aucune demande ne correspond à cette recherche.',
  ],
  [
    '/workspace/atelier/email-invites',
    Invites,
    'Rechercher une adresse',
    'Aucune adresse ne correspond à cette recherche.',
  ],
  ['/workspace/atelier/guests', Guests, 'Rechercher un invité', 'Aucun invité ne correspond à cette recherche.'],
  ['/workspace/atelier/members', MembersSection, 'Rechercher par e-mail', 'Aucun membre trouvé.'],
];

test.each(lists)(
  'A searched list that found nothing says nothing of the next search before its answer: %s',
  async (path, Component, search, none) => {
    let release = () => {};
    const held = new Promise<void>(done => {
      release = done;
    });
    const found = { users: [], emails: [], requests: [], guests: [], invites: [], announcements: [], workspaces: [] };
    const calls = serve(camille, {
      'GET /admin/registration': () => json(200, { registration: { who: 'everybody', domains: [], text: '' } }),
      'GET /auth/providers': () => json(200, { providers: [] }),
      [`GET ${path}`]: async (_body, { searchParams }) => {
        if (searchParams.get('search') === 'zoé') await held;
        // A list of several pages has a search at all.
        const nextCursor = searchParams.has('search') ? null : 'suite';
        return json(200, { ...found, online: 0, total: 0, nextCursor });
      },
    });
    open([{ path: '/:workspaceId', Component }], '/atelier');
    const type = (value: string) => fireEvent.change(screen.getByLabelText(search), { target: { value } });
    await screen.findByLabelText(search);
    type('luc');
    expect(await screen.findByText(none)).toBeDefined();
    type('zoé');
    expect(screen.queryByText(none)).toBeNull();
    await waitFor(() => expect(calls.some(({ query }) => query.search === 'zoé')).toBe(true));
    expect(screen.queryByText(none)).toBeNull();
    release();
    expect(await screen.findByText(none)).toBeDefined();
  },
);

test.each<[path: string, list: ComponentType]>([
  ...lists.flatMap(([path, list]): [string, ComponentType][] => (list === MembersSection ? [] : [[path, list]])),
  ['/disconnection/reports', ReportsCard],
  ['/admin/settings/history', HistoryCard],
])('A list of several pages leads to its next one: %s', async (path, Component) => {
  const none = {
    ...{ users: [], emails: [], requests: [], guests: [], invites: [], announcements: [], workspaces: [] },
    ...{ reports: [], months: [], month: null, changes: [] },
  };
  const calls = serve(camille, {
    'GET /admin/registration': () => json(200, { registration: { who: 'everybody', domains: [], text: '' } }),
    'GET /auth/providers': () => json(200, { providers: [] }),
    // The next page is on its way as long as the test lasts: an empty one would lead back.
    [`GET ${path}`]: (_body, { searchParams }) =>
      searchParams.has('cursor') ? new Promise<Response>(() => {}) : json(200, { ...none, nextCursor: 'suite' }),
  });
  open([{ path: '/:workspaceId', Component }], '/atelier');
  fireEvent.click(await screen.findByRole('button', { name: 'Page suivante' }));
  expect(screen.getByText('Page 2')).toBeDefined();
  await waitFor(() =>
    expect(calls.filter(({ asked }) => asked === `GET ${path}`).map(({ query }) => query.cursor)).toEqual([
      ...[undefined, 'suite'],
    ]),
  );
});

test.each<[name: string, read: (search: string) => unknown]>([
  ['messages', search => useFoundMessages(search).data?.pages.length],
  ['files', search => useFoundFiles(search).data?.pages.length],
  ['people', search => usePeople(search).data],
  ['members', search => useMembers({ workspaceId: 'atelier', search }, 0, 0, { keepPrevious: true }).total],
  ['members who are not invited', search => useFoundMembers('atelier', search).data],
  ['who may take care of a report', search => useAssignees(search).data],
  ['a departure with another heir', search => useDeparture('karim', search).data],
])('A search for %s shows what was found before until its own answer', async (_name, read) => {
  serve(camille);
  const found = {
    ...{ results: [], unmatched: [], nextCursor: null, users: [karim], online: 0, total: 1 },
    ...{
      administrators: [karim],
      departure: { accounts: 1 },
      workspaces: [{ ...atelier, owners: [], isMember: true }],
    },
  };
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('zoe') ? new Promise(() => {}) : Promise.resolve(json(200, found)),
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(read, { wrapper, initialProps: 'karim' });
  await waitFor(() => expect([result.current || null, client.isFetching()]).toEqual([expect.anything(), 0]));
  const before = result.current;
  rerender('zoe');
  expect([result.current, client.isFetching()]).toEqual([before, 1]);
});
