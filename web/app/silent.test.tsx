// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  useConversation,
  useConversationPages,
  useConversations,
} from '../features/conversations/open/conversations.queries.ts';
import { useGifCategories, useGifs } from '../features/messages/gifs/gifs.queries.ts';
import { usePins } from '../features/messages/pins/open/pins.queries.ts';
import { useScheduled } from '../features/messages/scheduled/open/scheduled.queries.ts';
import { useReminded } from '../features/messages/scheduled/useReminded.ts';
import { useLinkedMessages } from '../features/messages/text/open/useLinkedMessages.ts';
import { useMentionNames } from '../features/messages/text/open/useMentionNames.ts';
import { useThread, useThreads } from '../features/messages/threads/open/threads.queries.ts';
import * as accounts from '../features/people/accounts/open/accounts.queries.ts';
import { useProveAddress, useReauthenticate } from '../features/people/accounts/proofs/proofs.queries.ts';
import { usePass, useRegisterByLink } from '../features/people/admissions/admissions.queries.ts';
import {
  useOwnAvailability,
  useSetAbsences,
  useSetHours,
} from '../features/people/availability/availability.queries.ts';
import { useOffDutyAmong } from '../features/people/availability/open/off-duty.ts';
import {
  useLinkAccount,
  useLinkedAccounts,
  useWaitingElsewhere,
} from '../features/people/linked-accounts/linked-accounts.queries.ts';
import * as otp from '../features/people/otp/otp.queries.ts';
import { useContact, useDeleteAccount } from '../features/people/personal-data/personal-data.queries.ts';
import * as registration from '../features/people/registration/open/registration.queries.ts';
import { useSocialProviders } from '../features/people/social-login/open/social-login.queries.ts';
import { useLogin, usePeople, useRegister } from '../features/people/users/open/users.queries.ts';
import { useNotifications } from '../features/reading/notifications/open/notifications.queries.ts';
import { useFoundFiles, useFoundMessages, useMyPlaces } from '../features/reading/search/search.queries.ts';
import { useUnreadState } from '../features/reading/unread/open/unread.queries.ts';
import { useLicences } from '../features/running/about/about.queries.ts';
import { useAccounts, useDeparture, useDisk } from '../features/running/administration/administration.queries.ts';
import { useAnnounce, useAnnouncements, useDismiss } from '../features/running/announcements/announcements.queries.ts';
import * as disconnection from '../features/running/disconnection/disconnection.queries.ts';
import { useOverview } from '../features/running/overview/overview.queries.ts';
import * as reports from '../features/running/reports/open/reports.queries.ts';
import { PlaceSource } from '../features/running/settings/open/PlaceSource.tsx';
import { useChangeLogo, useChangeSettings, useSettings } from '../features/running/settings/settings.queries.ts';
import { useSetup } from '../features/running/setup/setup.queries.ts';
import * as societies from '../features/societies/open/societies.queries.ts';
import { useReceivedInvite, useRegisterInvited } from '../features/workspaces/email-invites/email-invites.queries.ts';
import { useAddEmoji, useOwnEmoji } from '../features/workspaces/emoji/open/emoji.queries.ts';
import { useChangeStay } from '../features/workspaces/guests/guests.queries.ts';
import { useAcceptInvite, useInvites } from '../features/workspaces/invites/invites.queries.ts';
import * as members from '../features/workspaces/members/open/members.queries.ts';
import * as channels from '../features/workspaces/structure/open/channels.queries.ts';
import { useMyRoles, useRoles } from '../features/workspaces/structure/open/roles.queries.ts';
import * as workspaces from '../features/workspaces/structure/open/workspaces.queries.ts';
import { tellingCaches } from '../platform/server/query-client.ts';
import { setUser } from '../platform/session/session.ts';
import { atelier, camille, json, serve } from '../test/settings-world.tsx';
import { useAlerts } from '../ui/alerts/alerts.ts';
import { useUnreadPlaces } from './home/useUnreadPlaces.ts';

afterEach(cleanup);

/** Starts the session of a workspace's administrator; its server fails all other requests, which are returned. */
function failing(): string[] {
  serve(camille);
  setUser({ ...camille, admin: true, otherAccounts: ['work'] } as never);
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/user/camille/workspaces')
      return json(200, { workspaces: [{ ...card, owners: [], isMember: true }] });
    asked.push(address);
    return json(500, { code: 'internal', message: `Panne de ${address}` });
  });
  return asked;
}
const said = () => useAlerts.getState().alerts.map(({ message }) => message);

/** Renders a hook in a query client of its own, so that one cached failure doesn't silence the next. */
function using<T>(use: () => T) {
  const client = new QueryClient(tellingCaches());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(use, { wrapper }) };
}

const everyone = { search: '', isTyping: false };
const id = '018f0000-0000-7000-8000-00000000000a';
const linking = [{ content: `${location.origin}/conversation/${id}?message=${id}` }];
const mentioning = [{ content: `<@${id}>` }];
const reminders = [{ remindsOf: id }] as never;
const world = {};

test.each<[name: string, read: () => unknown]>([
  ['the places of the search', useMyPlaces],
  ['the messages found', () => useFoundMessages('plan')],
  ['the files found', () => useFoundFiles('plan')],
  ['the notifications', useNotifications],
  ['what is unread', () => useUnreadState('general')],
  ['the unread places', () => useUnreadPlaces([])],
  ['the conversations', () => useConversations()],
  ['the pages of conversations', useConversationPages],
  ['a conversation', () => useConversation('midi')],
  ['what is scheduled', useScheduled],
  ['the messages of reminders', () => useReminded(reminders)],
  ['the messages linked to', () => useLinkedMessages(linking)],
  ['the names mentioned', () => useMentionNames(mentioning, world)],
  ['the pins', () => usePins({ channelId: 'general' })],
  ['the categories of GIFs', useGifCategories],
  ['the GIFs found', () => useGifs('chat')],
  ['a thread', () => useThread('fil')],
  ['the threads', () => useThreads('unread')],
  ['the societies', () => societies.useSocieties('')],
  ['the people of a society', () => societies.useSocietyPeople('tilleul', 'users', '')],
  ['the workspaces shared with a society', () => societies.useSharedWorkspaces('tilleul', 'karim')],
  ['a society', () => societies.useSociety('tilleul')],
  ['one’s society', societies.useMySociety],
  ['the overview', useOverview],
  ['the charter', disconnection.useCharter],
  ['the default hours', () => disconnection.useDefaultHours(null)],
  ['a page of a list', () => useAccounts(everyone, 'everyone')],
  ['what a person takes of the disk', () => useDisk('karim')],
  ['a departure', () => useDeparture('karim', undefined)],
  ['the settings of the place', useSettings],
  ['what everybody may know of them', () => PlaceSource()],
  ['the announcements', useAnnouncements],
  ['the first settings', useSetup],
  ['the history of a reported person', () => reports.useHistoryOf('karim')],
  ['how many reports wait', reports.useReportsWaiting],
  ['who may take care of a report', () => reports.useAssignees('')],
  ['the licences', useLicences],
  ['own emoji', () => useOwnEmoji('atelier')],
  ['the workspaces to discover', () => workspaces.useWorkspaces('', false)],
  ['a workspace', () => workspaces.useWorkspace('atelier')],
  ['the roles', () => useRoles('atelier')],
  ['one’s roles', () => useMyRoles('atelier')],
  ['the channels', () => channels.useChannels('atelier')],
  ['the title of a channel', () => channels.useChannelTitle('atelier', 'general')],
  ['a mailed invitation', () => useReceivedInvite('jeton')],
  ['the invitations', () => useInvites('atelier')],
  ['the members', () => members.useMembers({ workspaceId: 'atelier' }, 0, 0)],
  ['the members found', () => members.useFoundMembers('atelier', '')],
  ['who joined and left', () => members.useMoves('atelier', true)],
  ['the banned', () => members.useBanned('atelier')],
  ['who may register', registration.useRegistration],
  ['who may register, as anybody is told', registration.useShownRegistration],
  ['the people found', () => usePeople('')],
  ['the providers', useSocialProviders],
  ['the account of an address', () => otp.useAccountOf('karim@atelier.fr')],
  ['the linked accounts', useLinkedAccounts],
  ['what waits in them', useWaitingElsewhere],
  ['one’s profile', accounts.useAccount],
  ['one’s sessions', accounts.useSessions],
  ['the address of support', useContact],
  ['one’s hours', useOwnAvailability],
  ['who is off duty', () => useOffDutyAmong(['karim'])],
  ['the right of a mailed link', () => usePass('jeton')],
])('A failure to read %s is shown where it is read or left out, and in no alert', async (_name, read) => {
  const asked = failing();
  const { client } = using(read);
  await waitFor(() => expect([asked.length > 0, client.isFetching()]).toEqual([true, 0]));
  expect(said()).toEqual([]);
});

type Writes = () => { mutate: (input: never) => void };
const image = new File(['x'], 'logo.png');

test.each<[name: string, write: Writes, input?: unknown]>([
  ['a society that is made', societies.useCreateSociety, { body: { name: 'Tilleul' } }],
  ['an action on a society', () => societies.useSocietyAction('tilleul'), { action: 'leave' }],
  ['a society that is changed', () => societies.useEditSociety('tilleul'), { name: 'Tilleul', image: null }],
  ['a society that is deleted', () => societies.useDeleteSociety('tilleul'), 'Tilleul'],
  ['the charter', disconnection.useSetCharter, 'Charte'],
  ['the default hours', disconnection.useSetDefaultHours, { hours: null }],
  ['settings of the place', useChangeSettings, { name: 'Atelier', version: 1 }],
  ['the logo of the place', useChangeLogo, { version: 1, image }],
  ['an announcement', useAnnounce, { text: 'Ce soir.' }],
  ['an announcement that is dismissed', useDismiss, 'annonce'],
  ['a report', reports.useFileReport, { userId: 'karim' }],
  ['an emoji', () => useAddEmoji('atelier'), { name: 'tilleul', image }],
  ['a workspace that is made', workspaces.useCreateWorkspace, { body: { title: 'Atelier' } }],
  ['a workspace that is left', workspaces.useLeaveWorkspace, 'atelier'],
  ['settings of a workspace', () => workspaces.useSaveSettings('atelier'), { body: { title: 'Atelier' } }],
  ['a workspace that is deleted', () => workspaces.useDeleteWorkspace('atelier'), 'Atelier Tilleul'],
  ['a channel', () => channels.useSaveChannel('atelier', undefined), { title: 'plans' }],
  ['who is in a channel', () => channels.useLetIn('direction'), { add: ['karim'], remove: [] }],
  ['a channel that is deleted', channels.useRemoveChannel, 'direction'],
  ['an invitation that is accepted', useAcceptInvite, 'ABCD2345'],
  ['the account of an invited address', useRegisterInvited, { params: { token: 'jeton' }, body: {} }],
  ['the stay of a guest', () => useChangeStay('atelier', 'karim'), { endsAt: '2999-01-01', channels: [] }],
  ['a ban that is lifted', () => members.useUnban('atelier'), 'yann'],
  ['a login', useLogin, { email: 'camille@atelier.fr', password: 'x' }],
  ['an account', () => useRegister(), { body: {} }],
  ['who may register', registration.useChooseRegistration, { who: 'everybody', domains: [], text: '' }],
  ['a request for an account', registration.useAskAccount, { email: 'zoe@atelier.fr' }],
  ['a code that is sent', otp.useSendCode, { id: 'camille', email: 'camille@atelier.fr' }],
  ['a code', otp.useCheckCode, { p_id: 'camille', p_otp: '123456', p_option: '2FA' }],
  ['a new password by mail', otp.useResetPassword, { id: 'camille', newPassword: 'x', resetToken: 'jeton' }],
  ['two-step', otp.useSetTwoStep, true],
  ['a linked account', useLinkAccount, { email: 'work@atelier.fr', password: 'x' }],
  ['a proof by password', useReauthenticate, { password: 'x' }],
  ['a proof by code', useProveAddress, { id: 'camille', code: '123456' }],
  ['one’s profile', () => accounts.useSaveProfile('camille'), { body: { firstName: 'Camille' } }],
  ['a new password', () => accounts.useChangePassword('camille'), { oldPassword: 'x', newPassword: 'y' }],
  ['a first password', () => accounts.useSetPassword('camille'), { code: '123456', newPassword: 'y' }],
  ['two-step that is verified', accounts.useVerifyTwoStep, { id: 'camille', code: '123456' }],
  ['an account that is deleted', () => useDeleteAccount('camille'), { messages: 'keep' }],
  ['one’s hours', useSetHours, null],
  ['one’s absences', useSetAbsences, []],
  ['the account of a mailed link', useRegisterByLink, { params: { token: 'jeton' }, body: {} }],
])('A failure to save %s is shown by its form, and in no alert beside it', async (_name, write, input) => {
  const asked = failing();
  const { client, result } = using(write);
  act(() => result.current.mutate(input as never));
  await waitFor(() => expect([asked.length > 0, client.isMutating()]).toEqual([true, 0]));
  expect(said()).toEqual([]);
});
