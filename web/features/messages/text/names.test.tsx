// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { tellingCaches } from '../../../platform/server/query-client.ts';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { emojiLive } from '../../workspaces/emoji/emoji.live.ts';
import { findNames } from './open/find-names.ts';
import { loadMarkdown, MessageText } from './open/MessageText.tsx';
import { storedText, typedText } from './open/mentions-typed.ts';
import { TextWorldProvider } from './open/TextWorldProvider.tsx';
import { useLinkedMessages } from './open/useLinkedMessages.ts';

const idOf = (end: string) => `018f0000-0000-7000-8000-0000000000${end}`;
const [user, role, channel, linked] = ['a1', 'b2', 'c3', 'd4'].map(idOf) as [string, string, string, string];
const all = `<@${user.toUpperCase()}> <@&${role}> <#${channel}>`;

beforeAll(async () => {
  await loadMarkdown();
});
afterEach(cleanup);

/** A server that names people, roles and channels; the roles may be refused. */
function world(others: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /user/named': () => json(200, { users: [{ ...karim, _id: user }] }),
    'GET /workspace/atelier/roles': () => json(200, { roles: [{ _id: role, name: 'Conduite', users: [] }] }),
    'GET /workspace/atelier/channels': () => json(200, { channels: [{ _id: channel, title: 'plans' }] }),
    ...others,
  });
  const client = new QueryClient();
  return { calls, names: (text: string, workspaceId?: string) => findNames(client, text, workspaceId) };
}

test('The names of a text’s mentions are asked for once each, and only of what it mentions', async () => {
  const { calls, names } = world();
  expect(await names('Bonjour', 'atelier')).toEqual(new Map());
  expect(calls).toEqual([]);
  const found = new Map([
    [user, 'Karim Benali'],
    [role, 'Conduite'],
    [channel, 'plans'],
  ]);
  // Everyone has no name to be asked for.
  expect(await names(`${all} <@everyone>`, 'atelier')).toEqual(found);
  expect(await names(all, 'atelier')).toEqual(found);
  expect(calls).toHaveLength(3);
  expect(calls.find(({ asked }) => asked === 'GET /user/named')?.query).toEqual({ ids: user });
});

test('The names of a text in a conversation are of people alone; a refused list leaves the others their names', async () => {
  const talk = world();
  expect([...(await talk.names(all)).values()]).toEqual(['Karim Benali']);
  expect(talk.calls).toHaveLength(1);
  const { names } = world({ 'GET /workspace/atelier/roles': () => refused(403, 'Non.') });
  expect([...(await names(all, 'atelier')).values()].sort()).toEqual(['Karim Benali', 'plans']);
});

test('Names that do not come are said in no alert: the text shows without them', async () => {
  const no = () => refused(403, 'Non.');
  const { calls } = world({
    ...{ 'GET /user/named': no, 'GET /workspace/atelier/roles': no, 'GET /workspace/atelier/channels': no },
  });
  expect(await findNames(new QueryClient(tellingCaches()), all, 'atelier')).toEqual(new Map());
  expect([calls.length, useAlerts.getState().alerts]).toEqual([3, []]);
});

test('A typed mention is stored by its id: the longest name, as a whole word, and none in code', () => {
  const named = { '@Karim': '<@1>', '@Karim Benali': '<@2>', '#plans (lot 1)': '<#3>' };
  expect(storedText('@Karim, @Karim Benali et @Karima voient #plans (lot 1).', named)).toBe(
    '<@1>, <@2> et @Karima voient <#3>.',
  );
  const code = '`@Karim` @Karim\n```\n@Karim\n``` @Karim\n```\n@Karim';
  expect(storedText(code, named)).toBe('`@Karim` <@1>\n```\n@Karim\n``` <@1>\n```\n@Karim');
});

test('A stored mention is typed by its name, except the second of two people of one name, and whom nobody knows', () => {
  const nameOf = (stored: string) => (stored === '<@9>' ? null : '@Karim');
  expect(typedText('<@1> <@2> <@1> <@9>', /<@\d>/g, nameOf)).toEqual({
    text: '@Karim <@2> @Karim <@9>',
    named: { '@Karim': '<@1>' },
  });
});

/** Shows a text as in a place of the workspace. */
function Text({ content, workspaceId }: { content: string; workspaceId: string | undefined }) {
  const messages = useLinkedMessages([{ content }]);
  return (
    <TextWorldProvider workspaceId={workspaceId} linked={messages} sign={({ firstName }) => firstName}>
      <MessageText content={content} names={new Map([[channel, 'plans']])} reachable />
    </TextWorldProvider>
  );
}

test('The texts of a workspace have its emoji, lead to its channels in the page, and show the messages that they link to', async () => {
  const address = `${window.location.origin}/workspace/${idOf('e5')}/channel/${channel}?message=${linked}`;
  const content = `:tilleul: :sapin: <#${channel}> ${address}`;
  const sender = { _id: 'k', firstName: 'Karim', lastName: 'Benali', avatar: null };
  const message = {
    _id: linked,
    channelId: channel,
    conversationId: null,
    workspaceId: 'atelier',
    title: 'plans',
    sender,
  };
  const { calls } = world({
    'GET /workspace/atelier/emojis': () =>
      json(200, { emojis: [{ _id: 't', name: 'tilleul', url: '/api/file/t.png' }] }),
    'GET /message/linked': () =>
      json(200, { messages: [{ ...message, time: '2026-11-22T09:00:00.000Z', excerpt: 'C’est prêt.', files: 0 }] }),
  });
  const text = (workspaceId?: string) =>
    open([{ path: '*', element: <Text content={content} workspaceId={workspaceId} /> }], '/');
  const { client, router } = text('atelier');
  expect((await screen.findByRole('img', { name: ':tilleul:' })).getAttribute('src')).toBe('/api/file/t.png');
  const preview = await screen.findByRole('link', { name: /C’est prêt\.$/ });
  expect(preview.textContent).toMatch(/^#plans › Karim/);
  expect(calls.filter(({ asked }) => asked === 'GET /message/linked').map(({ query }) => query)).toEqual([
    { ids: linked },
  ]);
  // One that is added later is drawn where it was written before.
  expect(screen.queryByRole('img', { name: ':sapin:' })).toBeNull();
  act(() => emojiLive.newEmoji({ _id: 's', workspaceId: 'atelier', name: 'sapin', url: '/api/file/s.png' }, client));
  expect((await screen.findByRole('img', { name: ':sapin:' })).getAttribute('src')).toBe('/api/file/s.png');
  fireEvent.click(screen.getByRole('link', { name: '#plans' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/workspace/atelier/channel/${channel}`));
  cleanup();
  text();
  expect(await screen.findByText('#plans')).toBeTruthy();
  expect([screen.queryByRole('img'), screen.queryByRole('link', { name: '#plans' })]).toEqual([null, null]);
});

/** Texts of several messages, of which nothing is shown. */
function Linked({ contents }: { contents: readonly string[] }) {
  useLinkedMessages(contents.map(content => ({ content })));
  return null;
}

test('The messages that more than fifty links lead to are read by fifty', async () => {
  const asked: number[] = [];
  world({
    'GET /message/linked': (_body, { searchParams }) => {
      asked.push(searchParams.get('ids')?.split(',').length ?? 0);
      return json(200, { messages: [] });
    },
  });
  const address = (n: number) => `${window.location.origin}/conversation/${idOf('f0')}?message=${idOf(`${n + 10}`)}`;
  // A text shows ten at most.
  const contents = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: row < 5 ? 10 : 1 }, (_link, n) => address(row * 10 + n)).join(' '),
  );
  open([{ path: '*', element: <Linked contents={contents} /> }], '/');
  await waitFor(() => expect(asked).toEqual([50, 1]));
});

/** Text that is hidden and shown again. */
function Hidden({ content }: { content: string }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Cacher' : 'Montrer'}
      </button>
      {isShown && <Text content={content} workspaceId={undefined} />}
    </>
  );
}

test('What a text links to is asked for again once it is shown later, as rights may have changed, and not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const address = `${window.location.origin}/conversation/${idOf('e6')}?message=${idOf('e7')}`;
  const { calls } = world({ 'GET /message/linked': () => refused(500, 'Panne.') });
  const { client } = open([{ path: '*', element: <Hidden content={address} /> }], '/');
  const asked = () => calls.filter(call => call.asked === 'GET /message/linked').length;
  await waitFor(() => expect([asked(), client.isFetching()]).toEqual([1, 0]));
  // A link that shows nothing is an address, and no failure.
  expect([screen.getByRole('link').textContent, useAlerts.getState().alerts]).toEqual([address, []]);
  client.setQueriesData({ queryKey: [api.messages.linked.path] }, { messages: [] });
  const showAgain = async () => {
    for (const name of ['Cacher', 'Montrer']) fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(client.isFetching()).toBe(0));
  };
  await showAgain();
  expect(asked()).toBe(1);
  vi.setSystemTime(Date.now() + 61_000);
  await showAgain();
  expect(asked()).toBe(2);
});
