// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProfilePage } from '../features/people/accounts/ProfilePage.tsx';
import { SessionsCard } from '../features/people/accounts/SessionsCard.tsx';
import { RegistrationTab } from '../features/people/admissions/open/RegistrationTab.tsx';
import { ExportCard } from '../features/people/personal-data/ExportCard.tsx';
import { RegisterPage } from '../features/people/sign-in/RegisterPage.tsx';
import { AnnouncementsTab } from '../features/running/announcements/open/AnnouncementsTab.tsx';
import { DisconnectionTab } from '../features/running/disconnection/open/DisconnectionTab.tsx';
import '../features/people/accounts/accounts.texts.ts';
import '../features/running/reports/reports.texts.ts';
import { OverviewTab } from '../features/running/overview/open/OverviewTab.tsx';
import { History } from '../features/running/reports/History.tsx';
import { SettingsTab } from '../features/running/settings/open/SettingsTab.tsx';
import { MailCard } from '../features/running/setup/open/ChecksCards.tsx';
import { ChannelList } from '../features/workspaces/channels/ChannelList.tsx';
import { PendingInvites } from '../features/workspaces/email-invites/open/PendingInvites.tsx';
import { GeneralSection } from '../features/workspaces/workspaces/settings/GeneralSection.tsx';
import { readAgain } from '../test/read-again.ts';
import { camille, json, open, refused, serve } from '../test/settings-world.tsx';

afterEach(cleanup);

const Settings = () => <SettingsTab />;
const Reported = () => <History userId="karim" />;
const Invites = () => <PendingInvites workspaceId="atelier" />;
const unset = {
  twoStepRequired: null,
  idleSessionDays: null,
  ...{ name: null, logo: null, accent: null, supportEmail: null, legalNotice: null, links: null, language: null },
  ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null, commonPasswords: null },
  ...{ misnamedFiles: null },
};
// Counted: totals that are still to come would be looked for every few seconds.
const counts = {
  ...{ at: '2026-11-25T09:17:00.000Z', accounts: 1, activeInWeek: 1, activeInMonth: 1, workspaces: 1, channels: 1 },
  ...{ conversations: 1, societies: 1, files: 1, bytes: 1, days: [{ day: '2026-11-25', messages: 1 }] },
};
const server = {
  ...{ version: '0.1.0', disk: null, backup: null, hasBackups: true, jobs: { waiting: 0, failing: [] } },
  mails: { waiting: 0, givenUp: 0, oldestSeconds: 0 },
};
const history = { open: 1, handled: 0, deletedMessages: 0, made: 0, suspensions: 0, since: '2026-01-02T09:00:00.000Z' };
const setup = { isDone: true, mails: 'smtp', backup: { place: null, newest: null, isRunning: false } };
const shown: [Component: ComponentType, answers: Record<string, object>][] = [
  [
    RegistrationTab,
    {
      '/admin/registration': { registration: { who: 'everybody', domains: [], text: '' } },
      '/admin/registration-requests': { requests: [], nextCursor: null },
    },
  ],
  [RegisterPage, { '/registration': { registration: { who: 'invitation', text: '' } } }],
  [AnnouncementsTab, { '/admin/announcements': { announcements: [], nextCursor: null } }],
  [
    DisconnectionTab,
    {
      '/disconnection/defaults': { hours: null },
      '/disconnection/reports': { reports: [], months: [], month: '2026-10', nextCursor: null },
    },
  ],
  [
    OverviewTab,
    {
      '/admin/overview': { counts, server },
      '/admin/overview/workspaces': { workspaces: [], nextCursor: null },
    },
  ],
  [
    Settings,
    {
      '/admin/settings': { settings: unset, version: 1 },
      '/admin/settings/history': { changes: [], nextCursor: null },
    },
  ],
  [MailCard, { '/admin/setup': { setup } }],
  [Reported, { '/report/user/karim/history': { history } }],
  [Invites, { '/workspace/atelier/email-invites': { invites: [], nextCursor: null } }],
  [SessionsCard, { '/user/me/sessions': { sessions: [] } }],
  [ExportCard, { '/user/me/export/prepared': { export: null } }],
];

/** Answers so, and for what stands beside; returns all that was asked. */
const answering = (answers: Record<string, object>) =>
  serve(camille, {
    'GET /auth/providers': () => json(200, { providers: [] }),
    'GET /disconnection': () => json(200, { charter: null }),
    'GET /society': () => json(200, { societies: [], nextCursor: null }),
    ...Object.fromEntries(Object.entries(answers).map(([path, body]) => [`GET ${path}`, () => json(200, body)])),
  });

test.each(shown.map(([Component, answers]) => [Object.keys(answers).join(', '), Component, answers] as const))(
  'What no event keeps true is read again each time it is opened: %s',
  async (_paths, Component, answers) => {
    const calls = answering(answers);
    const { client, router } = open(
      [
        { path: '/:workspaceId', Component },
        { path: '/elsewhere', element: <p>ailleurs</p> },
      ],
      '/atelier',
    );
    const times = () => Object.keys(answers).map(path => calls.filter(({ asked }) => asked === `GET ${path}`).length);
    const once = times().map(() => 1);
    await waitFor(() => expect([times(), client.isFetching()]).toEqual([once, 0]));
    await act(() => router.navigate('/elsewhere'));
    await screen.findByText('ailleurs');
    await act(() => router.navigate('/atelier'));
    await waitFor(() => expect(times()).toEqual(once.map(count => count + 1)));
  },
);

const Channels = () => <ChannelList workspaceId="atelier" />;
const nobody = { manager: null, vacationReferee: null };
const profile = { ...camille, emailProven: true, otherAccounts: [], ...nobody, contacts: nobody };
/** What events keep true may be read again too, as after a sleep. */
const kept: typeof shown = [
  [ProfilePage, { '/user/me': { user: profile } }],
  [GeneralSection, { '/workspace/atelier/emojis': { emojis: [] } }],
  [Channels, {}],
];

test.each([...shown, ...kept].map(([Component, answers]) => [Component.name, Component, answers] as const))(
  'What is shown stays as it is when it could not be read again: %s',
  async (_name, Component, answers) => {
    answering(answers);
    const element = (
      <div data-testid="shown">
        <Component />
      </div>
    );
    const { client } = open([{ path: '/:workspaceId', element }], '/atelier');
    const said = () => screen.getByTestId('shown').textContent;
    await waitFor(() => expect([client.isFetching(), said()]).toEqual([0, expect.not.stringMatching(/Chargement|^$/)]));
    const before = said();
    vi.stubGlobal('fetch', async () => refused(403, 'Non.'));
    await readAgain(client);
    const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
    expect(failed).not.toEqual([]);
    expect(said()).toBe(before);
  },
);
