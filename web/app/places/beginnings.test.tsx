// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { useParams } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import '../../features/conversations/conversations.texts.ts';
import { useAddingPeople } from '../../features/conversations/adding.store.ts';
import { Beginning } from '../../features/messages/messages/list/Beginning.tsx';
import { useConnection } from '../../platform/server/connection.ts';
import { atelier, camille, channels, json, karim, leonie, open, serve } from '../../test/settings-world.tsx';
import { useChannelFacts } from './useChannelFacts.tsx';
import { useConversationFacts } from './useConversationFacts.tsx';

// Loaded before, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('../../features/workspaces/invites/open/InviteModal.tsx'),
    import('../../features/workspaces/channels/ChannelPeopleDialog.tsx'),
  ]),
);
afterEach(() => {
  cleanup();
  useConnection.setState({ state: 'idle', returning: false });
});

const talk: Conversation = {
  ...{ _id: 'talk', title: null, isGroup: true, creator: 'karim', lastMessage: null },
  users: [camille, karim, leonie].map(({ _id, firstName, lastName }) => ({
    ...{ _id, firstName, lastName, avatar: null },
    status: 'away',
  })),
  createdAt: '2026-03-03T12:00:00.000Z',
};

function Talk({ conversation }: { conversation: Conversation }) {
  const { facts, profile } = useConversationFacts(conversation, 'camille');
  return (
    <>
      <Beginning facts={facts} reachable />
      {profile}
    </>
  );
}
function ChannelBeginning({
  id,
  visibility,
  isWelcome = false,
  isEmpty = false,
  workspaceId = 'atelier',
}: {
  id: string;
  visibility: 'public' | 'private';
  isWelcome?: boolean;
  isEmpty?: boolean;
  workspaceId?: string;
}) {
  const { facts, dialog } = useChannelFacts({ ...channels[0]!, _id: id, workspaceId, visibility }, isWelcome);
  return (
    <>
      <Beginning facts={facts} reachable>
        {isEmpty ? 'Aucun message' : undefined}
      </Beginning>
      {dialog}
    </>
  );
}
/** Beginning of the welcome channel of the workspace at the address. */
function WelcomeHere() {
  const { workspaceId = '' } = useParams();
  return <ChannelBeginning id="general" visibility="public" isWelcome isEmpty workspaceId={workspaceId} />;
}
const show = (element: React.ReactNode) => open([{ path: '*', element }], '/');

test('A group begins with its other people first, who made it and when, and grows from there', async () => {
  serve(camille);
  show(<Talk conversation={talk} />);
  expect((await screen.findByRole('heading')).textContent).toBe('Karim Benali, Léonie Dubreuil, Camille Moreau');
  expect(screen.getByText('Groupe créé par Karim Benali le 3 mars 2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter des personnes' }));
  expect(useAddingPeople.getState().conversation).toBe('talk');
  for (const [creator, made] of [
    ['camille', 'Groupe créé par vous le 3 mars 2026'],
    ['parti', 'Groupe créé le 3 mars 2026'],
  ] as const) {
    cleanup();
    show(<Talk conversation={{ ...talk, creator }} />);
    expect(await screen.findByText(made)).toBeTruthy();
  }
});

test('A direct conversation begins with the other’s name and presence, and leads to their profile', async () => {
  serve(camille, { 'GET /user/karim': () => json(200, { user: { ...karim, jobTitle: 'Menuisier' } }) });
  show(<Talk conversation={{ ...talk, isGroup: false, users: talk.users.slice(0, 2) }} />);
  expect((await screen.findByRole('heading')).textContent).toBe('Karim Benali');
  expect(screen.getByText('Absent · Votre conversation a commencé le 3 mars 2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Voir le profil' }));
  expect(await screen.findByText('Menuisier')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Menuisier')).toBeNull());
});

test('A channel begins with its visibility and date; a private one takes in members, another invites people', async () => {
  serve(camille);
  const { client } = show(<ChannelBeginning id="017f22e2-79b0-7cc3-98c4-dc0c0c07398f" visibility="public" />);
  expect(screen.getByText('Salon public, créé le 22 février 2022')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Inviter des personnes' }));
  expect(await screen.findByRole('dialog', { name: 'Inviter un ami' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  client.clear();
  show(<ChannelBeginning id="direction" visibility="private" />);
  expect(screen.getByText('Salon privé')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter des personnes' }));
  expect(await screen.findByRole('dialog', { name: /general/ })).toBeTruthy();
});

test('A workspace in which one is alone begins with « Invitez votre équipe », by mail, until something is written or that is put off', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const alone = { ...card, membersCount: 1, owners: [], isMember: true };
  const calls = serve(camille, {
    'GET /user/camille/workspaces': () =>
      json(200, { workspaces: [{ ...alone, _id: 'maison', membersCount: 9 }, alone] }),
    'POST /workspace/atelier/email-invites': body =>
      json(201, { outcomes: (body as { emails: string[] }).emails.map(email => ({ email, outcome: 'sent' })) }),
  });
  const written = show(<ChannelBeginning id="general" visibility="public" isWelcome />);
  expect(await screen.findByRole('button', { name: 'Inviter des personnes' })).toBeTruthy();
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
  cleanup();
  written.client.clear();
  alone.membersCount = 2;
  const company = show(<ChannelBeginning id="general" visibility="public" isWelcome isEmpty />);
  expect(await screen.findByRole('button', { name: 'Inviter des personnes' })).toBeTruthy();
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
  cleanup();
  company.client.clear();
  alone.membersCount = 1;
  const other = show(<ChannelBeginning id="chantier" visibility="public" isEmpty />);
  expect(await screen.findByRole('button', { name: 'Inviter des personnes' })).toBeTruthy();
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
  cleanup();
  other.client.clear();
  const { client } = show(<ChannelBeginning id="general" visibility="public" isWelcome isEmpty />);
  await screen.findByRole('button', { name: 'Inviter par e-mail' });
  // One way is offered, not two.
  expect(screen.queryByRole('button', { name: 'Inviter des personnes' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Inviter par e-mail' }));
  await userEvent.type(await screen.findByLabelText('Adresses e-mail'), 'zoe@x.fr,');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
  expect(await screen.findByText('1 invitation est partie.')).toBeTruthy();
  expect(calls.find(({ asked }) => asked.startsWith('POST'))?.body).toEqual({ emails: ['zoe@x.fr'] });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('button', { name: 'Plus tard' }));
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
  cleanup();
  client.clear();
  show(<ChannelBeginning id="general" visibility="public" isWelcome isEmpty />);
  expect(await screen.findByRole('button', { name: 'Inviter des personnes' })).toBeTruthy();
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
});

function ChannelHere() {
  const { id = '' } = useParams();
  return <ChannelBeginning id={id} visibility="private" />;
}
function TalkHere() {
  const { id = '' } = useParams();
  const [other] = [karim, leonie].filter(({ _id }) => _id === id);
  const users = talk.users.filter(({ _id }) => _id === 'camille' || _id === other?._id);
  return <Talk conversation={{ ...talk, _id: id, isGroup: false, users }} />;
}

test.each([
  ['people are added to a private channel', ChannelHere, ['/direction', '/chantier'], 'Ajouter des personnes'],
  ['a profile shows in a conversation', TalkHere, ['/karim', '/leonie'], 'Voir le profil'],
] as const)(
  'The dialog by which %s is gone once another one is shown, and stays so',
  async (_what, Component, at, ask) => {
    serve(camille, {
      'GET /user/karim': () => json(200, { user: karim }),
      'GET /user/leonie': () => json(200, { user: leonie }),
    });
    const { router } = open([{ path: '/:id', Component }], at[0]);
    await userEvent.click(await screen.findByRole('button', { name: ask }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    for (const to of [at[1], at[0]]) {
      await act(() => router.navigate(to));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  },
);

test('« Invitez votre équipe » that is put off in one workspace is offered in the next one, and stays put off in the first', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const alone = { ...card, membersCount: 1, owners: [], isMember: true };
  serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces: [alone, { ...alone, _id: 'maison' }] }),
    'GET /workspace/maison/user-roles': () => json(200, { roles: [] }),
  });
  const { router } = open([{ path: '/:workspaceId', Component: WelcomeHere }], '/atelier');
  await userEvent.click(await screen.findByRole('button', { name: 'Plus tard' }));
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
  await act(() => router.navigate('/maison'));
  expect(await screen.findByText('Invitez votre équipe')).toBeTruthy();
  await act(() => router.navigate('/atelier'));
  expect(await screen.findByRole('button', { name: 'Inviter des personnes' })).toBeTruthy();
  expect(screen.queryByText('Invitez votre équipe')).toBeNull();
});
