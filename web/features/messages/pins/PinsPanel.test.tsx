// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import type { Place } from '../../../platform/address/place.ts';
import { useConnection } from '../../../platform/server/connection.ts';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { formatDay, formatTime } from '../../../platform/words/format.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { PinsButton } from './PinsButton.tsx';
import { pinsLive } from './pins.live.ts';

const channelId = '018f0000-0000-7000-8000-00000000000c';
const naming = '018f0000-0000-7000-8000-00000000000d';
const message = (id: string, content: string): Message => ({
  _id: id,
  content,
  time: new Date().toISOString(),
  channelId,
  conversationId: null,
  updated: false,
  sender: { _id: '018f0000-0000-7000-8000-00000000000b', firstName: 'Karim', lastName: 'Benali', avatar: null },
  reactions: [],
  fileAttachments: [],
  pinned: true,
  nonce: null,
  position: 1,
  seq: 1,
});

const code = vi.hoisted(() => ({ isFetched: false }));
vi.mock('./PinsPanel.tsx', actual => {
  code.isFetched = true;
  return actual();
});

let pinned: Message[];
let broken: boolean;
/** Refusal of unpinning. */
let refusal: { status: number; code: string; message: string } | undefined;
let asked: string[];
/** Holds the answers of the lists of pins. */
let held: Promise<void> | undefined;

beforeEach(() => {
  [pinned, broken, asked] = [[message('m1', 'Le **code** du portail'), message('m2', 'Les horaires')], false, []];
  [held, refusal] = [undefined, undefined];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${address}`);
    const reply = (status: number, body: object) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (broken) return reply(403, { code: 'forbidden', message: 'Non.' });
    if (address.startsWith('/api/user/named')) {
      return reply(200, { users: [{ _id: naming, firstName: 'Léonie', lastName: 'Dubreuil', avatar: null }] });
    }
    const unpinned = /message\/(\w+)\/unpin/.exec(address)?.[1];
    if (!unpinned) {
      const messages = pinned;
      await held;
      return reply(200, { messages, seq: 1 });
    }
    if (refusal) return reply(refusal.status, refusal);
    const [gone] = pinned.filter(({ _id }) => _id === unpinned);
    pinned = pinned.filter(({ _id }) => _id !== unpinned);
    return reply(200, { message: { ...gone, pinned: false, seq: 2 } });
  });
  login('token', { _id: 'me', firstName: 'Camille' });
});

afterEach(() => {
  cleanup();
  endSession('logout');
  forgetPlaces();
  queryClient.clear();
  useConnection.setState({ state: 'idle' });
  useAlerts.setState({ alerts: [] });
  vi.unstubAllGlobals();
});

/** Returns the alerts' messages. */
const said = () => useAlerts.getState().alerts.map(alert => alert.message);
/** Ids of the places whose pins are cached. */
const cachedPlaces = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => JSON.stringify(queryKey).includes('pinnedMessages'))
    .map(({ queryKey }) => /"id":"([^"]+)"/.exec(JSON.stringify(queryKey))?.[1]);
const reads = () => asked.filter(what => what === `GET /api/channel/${channelId}/pinnedMessages`).length;

async function open(place: Place = { channelId }, workspaceId?: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <PinsButton place={place} {...(workspaceId && { workspaceId })} />
      <p>ailleurs</p>
    </QueryClientProvider>,
    { wrapper: UiHost },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Messages Épinglés' }));
  // The panel's code is loaded on demand.
  const panel = within(await screen.findByRole('dialog', { name: 'Messages Épinglés' }));
  await panel.findByRole('heading', { name: 'Messages Épinglés' });
  return panel;
}

it('The pins panel’s code is fetched once the page has rested, before anybody asks for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  render(
    <QueryClientProvider client={queryClient}>
      <PinsButton place={{ channelId }} />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(1_900);
  expect(code.isFetched).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(code.isFetched).toBe(true));
});

it('The pins panel shows the pinned messages as they read, 300 pixels wide, and refetches at each opening', async () => {
  const panel = await open();
  expect(await panel.findByText('Le code du portail')).toBeTruthy();
  expect(panel.getByRole('list', { name: 'Messages Épinglés' }).children).toHaveLength(2);
  expect(screen.getByRole('dialog').style.width).toBe('300px');
  const at = panel.getAllByRole('listitem')[0]?.querySelector('time');
  const { time } = pinned[0] as Message;
  expect([at?.dateTime, at?.textContent]).toEqual([time, `${formatDay(time)}, ${formatTime(time)}`]);
  expect(reads()).toBe(1);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await vi.waitUntil(() => screen.queryByRole('dialog') === null);
  fireEvent.click(screen.getByRole('button', { name: 'Messages Épinglés' }));
  await vi.waitUntil(() => reads() === 2);
});

it('The pins panel tells authors with the same first name apart', async () => {
  const avatar = '/api/user/nasri/avatar.webp';
  const other = { _id: '018f0000-0000-7000-8000-00000000000e', firstName: 'Karim', lastName: 'Nasri', avatar };
  pinned = [message('m1', 'Le code'), { ...message('m2', 'Les horaires'), sender: other }];
  const panel = await open();
  expect(await panel.findByText('Karim B.')).toBeTruthy();
  const pinOf = (name: string) => panel.getByText(name).closest('li');
  expect(pinOf('Karim N.')?.querySelector('img')?.getAttribute('src')).toBe(avatar);
  expect(pinOf('Karim B.')?.querySelector('img')).toBeNull();
});

it('The pins panel shows mentions as names, lists a message’s files, and counts those beyond three lines', async () => {
  const file = { _id: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 10, url: '/api/file/f1/plan.pdf' };
  const bare = { width: null, height: null, thumbnail: null };
  pinned = [message('m1', `Merci <@${naming}>`), { ...message('m2', ''), fileAttachments: [{ ...file, ...bare }] }];
  const panel = await open();
  expect(await panel.findByText('Merci @Léonie Dubreuil')).toBeTruthy();
  const lines = () => panel.getAllByTitle(/\.pdf$/).map(line => line.textContent);
  expect(lines()).toEqual(['plan.pdf']);
  expect(panel.queryByText(/autres? fichiers?/)).toBeNull();
  const three = [1, 2, 3].map(n => ({ ...file, ...bare, _id: `f${n}`, name: `coupe-${n}.pdf` }));
  pinned = [{ ...message('m2', ''), fileAttachments: three }];
  await queryClient.invalidateQueries();
  await panel.findByTitle('coupe-3.pdf');
  expect(panel.queryByText(/autres? fichiers?/)).toBeNull();
  const many = [1, 2, 3, 4].map(n => ({ ...file, ...bare, _id: `f${n}`, name: `plan-${n}.pdf` }));
  pinned = [{ ...message('m2', ''), fileAttachments: many }];
  await queryClient.invalidateQueries();
  expect(await panel.findByText('2 autres fichiers')).toBeTruthy();
  expect(lines()).toEqual(['plan-1.pdf', 'plan-2.pdf']);
});

it('The pins panel of a channel names the roles that its messages mention', async () => {
  const role = '018f0000-0000-7000-8000-00000000000f';
  queryClient.setQueryData(keyOf(api.roles.list, { params: { id: 'atelier' } }), {
    roles: [{ _id: role, name: 'Conduite' }],
  });
  pinned = [message('m1', `Merci <@&${role}>`)];
  const panel = await open({ channelId }, 'atelier');
  expect(await panel.findByText('Merci @Conduite')).toBeTruthy();
});

it.each(['first', 'later'])(
  'The pins panel asks again when a message is pinned while a %s answer is on its way',
  async which => {
    let late = () => {};
    const hold = () => {
      held = new Promise(resolve => {
        late = () => resolve();
      });
    };
    if (which === 'first') hold();
    const panel = await open();
    if (which === 'later') {
      await panel.findByText('Les horaires');
      hold();
      void queryClient.invalidateQueries();
    }
    await vi.waitFor(() => expect(reads()).toBe(which === 'first' ? 1 : 2));
    const pin = { ...message('m3', 'Le plan'), seq: 2 };
    // The answer was written before the pin, whose event comes first.
    pinned = [pin, ...pinned];
    act(() => pinsLive.updateMessage(pin, queryClient));
    late();
    expect(await panel.findByText('Le plan')).toBeTruthy();
  },
);

it('The pins panel takes no event that is older than its answer', async () => {
  pinned = [message('m1', 'Le code du portail')];
  const panel = await open();
  await panel.findByText('Le code du portail');
  act(() => {
    pinsLive.updateMessage({ ...message('m2', 'Désépinglé depuis'), seq: 1 }, queryClient);
    pinsLive.updateMessage({ ...message('m3', 'Le plan'), seq: 2 }, queryClient);
  });
  expect(await panel.findByText('Le plan')).toBeTruthy();
  expect(panel.getAllByRole('listitem')).toHaveLength(2);
  expect(panel.queryByText('Désépinglé depuis')).toBeNull();
});

it('The pins panel unpins, refetches, and says when no pin is left; the focus stays among the pins', async () => {
  const panel = await open();
  await panel.findByText('Les horaires');
  const first = panel.getAllByRole('button', { name: 'Désépingler' })[0] as HTMLElement;
  act(() => first.focus());
  fireEvent.click(first);
  await vi.waitUntil(() => panel.getAllByRole('listitem').length === 1);
  expect(reads()).toBe(2);
  const left = panel.getByRole('button', { name: 'Désépingler' });
  await vi.waitFor(() => expect(document.activeElement).toBe(left));
  expect(useAlerts.getState().alerts).toMatchObject([{ type: 'info', message: 'Le message n’est plus épinglé' }]);
  fireEvent.click(left);
  expect(await panel.findByText('Aucun message épinglé')).toBeTruthy();
  expect(panel.getByText('Épinglez un message pour que chacun le retrouve ici.')).toBeTruthy();
  await vi.waitFor(() => expect(document.activeElement).toBe(panel.getByRole('heading').parentElement));
});

it('The pins panel leaves the focus where it went while a message was being unpinned', async () => {
  const panel = await open();
  const other = (await panel.findByText('Les horaires')).closest('button') as HTMLElement;
  const first = panel.getAllByRole('button', { name: 'Désépingler' })[0] as HTMLElement;
  act(() => first.focus());
  let release = () => {};
  held = new Promise(done => {
    release = done;
  });
  fireEvent.click(first);
  await vi.waitFor(() => expect(reads()).toBe(2));
  act(() => other.focus());
  release();
  await vi.waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
  await act(async () => {});
  expect(document.activeElement).toBe(other);
});

it.each([
  [404, 'message_not_found', 'Ce message n’est plus là.'],
  [403, 'forbidden', 'Vous ne pouvez pas épingler ici.'],
])('A pin that is refused (%i) says why, and stays', async (status, code, why) => {
  const panel = await open();
  await panel.findByText('Les horaires');
  refusal = { status, code, message: 'Vous ne pouvez pas épingler ici.' };
  fireEvent.click(panel.getAllByRole('button', { name: 'Désépingler' })[0] as HTMLElement);
  await vi.waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'error', message: why }]));
  expect(panel.getAllByRole('listitem')).toHaveLength(2);
  expect(reads()).toBe(1);
});

it('The pins panel leads to a message, and closes', async () => {
  const panel = await open();
  fireEvent.click((await panel.findByText('Les horaires')).closest('button') as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await vi.waitFor(() => expect(asked.filter(what => /around=m2/.test(what))).toHaveLength(1));
});

it('The pins panel follows what happens to messages and people, and is forgotten with its place', async () => {
  const panel = await open();
  await panel.findByText('Les horaires');
  const texts = () => panel.getAllByRole('listitem').map(item => item.querySelector('[dir=auto]')?.textContent);
  act(() => pinsLive.updateMessage({ ...message('m2', 'Les nouveaux horaires'), seq: 2 }, queryClient));
  expect(await panel.findByText('Les nouveaux horaires')).toBeTruthy();
  expect(texts()).toEqual(['Le code du portail', 'Les nouveaux horaires']);
  act(() => pinsLive.deleteMessage({ channelId, conversationId: null, _id: 'm1', seq: 3 }, queryClient));
  await vi.waitFor(() => expect(texts()).toEqual(['Les nouveaux horaires']));
  const { sender } = message('m2', '');
  act(() =>
    pinsLive.updateUser({ ...sender, firstName: 'Karima', guest: true, status: 'online' } as never, queryClient),
  );
  expect(await panel.findByText('Karima')).toBeTruthy();
  const marked = cached(queryClient, api.pins.ofChannel, { params: { id: channelId } })?.messages;
  expect(marked?.map(({ sender }) => sender?.guest)).toEqual([true]);
  act(() => pinsLive.deleteUser({ _id: sender._id }, queryClient));
  expect(await panel.findByText('Utilisateur supprimé')).toBeTruthy();
  act(() => pinsLive.updateMessage({ ...message('m2', ''), pinned: false, seq: 4 }, queryClient));
  expect(await panel.findByText('Aucun message épinglé')).toBeTruthy();
  cleanup();
  pinsLive.deleteConversation({ _id: channelId }, queryClient);
  expect(cachedPlaces()).toEqual([channelId]);
  pinsLive.deleteChannel({ _id: channelId, workspaceId: 'w' }, queryClient);
  expect(cachedPlaces()).toEqual([]);
});

it('The pins of others keep their authors when somebody changes their name, and an answer to that person follows it', async () => {
  const zoe = { _id: '018f0000-0000-7000-8000-00000000000e', firstName: 'Zoé', lastName: 'Roy', avatar: null };
  const { sender } = message('m1', '');
  const replyTo = { _id: 'm1', sender, excerpt: 'Le code', files: 0, calls: null };
  pinned = [message('m1', 'Le code'), { ...message('m2', 'Merci'), sender: zoe, replyTo }];
  const panel = await open();
  await panel.findByText('Merci');
  const renamed = { ...sender, firstName: 'Karima' };
  act(() => pinsLive.updateUser({ ...renamed, status: 'online' } as never, queryClient));
  expect(await panel.findByText('Karima')).toBeTruthy();
  expect(panel.getByText('Zoé')).toBeTruthy();
  const kept = cached(queryClient, api.pins.ofChannel, { params: { id: channelId } })?.messages;
  expect(kept?.map(one => [one.sender.firstName, one.replyTo?.sender?.firstName])).toEqual([
    ['Karima', undefined],
    ['Zoé', 'Karima'],
  ]);
});

it('The pins of a conversation are read, and forgotten, as such', async () => {
  const panel = await open({ conversationId: channelId });
  await panel.findByText('Les horaires');
  expect(asked).toContain(`GET /api/conversation/${channelId}/pinnedMessages`);
  cleanup();
  pinsLive.deleteConversation({ _id: channelId }, queryClient);
  expect(cachedPlaces()).toEqual([]);
});

it('The pins panel says that it loads, and what is to be had without a connection', async () => {
  let late = () => {};
  held = new Promise(resolve => {
    late = () => resolve();
  });
  useConnection.setState({ state: 'offline' });
  const panel = await open();
  expect(panel.getByRole('status').textContent).toContain('Chargement');
  broken = true;
  late();
  held = undefined;
  await queryClient.cancelQueries();
  void queryClient.resetQueries();
  expect(await panel.findByText(/Vous êtes hors ligne/)).toBeTruthy();
});

it('The pins panel reports a failed load, and retries', async () => {
  queryClient.setQueryData(keyOf(api.workspaces.mine, { params: { id: 'me' } }), { workspaces: [] });
  broken = true;
  const panel = await open();
  expect(await panel.findByText('Les messages épinglés n’ont pas pu être chargés.')).toBeTruthy();
  // It is said here, and not by an alert too.
  expect(said()).toEqual([]);
  broken = false;
  let late = () => {};
  held = new Promise(resolve => {
    late = () => resolve();
  });
  fireEvent.click(panel.getByRole('button', { name: 'Réessayer' }));
  expect((await panel.findByRole('status')).textContent).toContain('Chargement');
  late();
  expect(await panel.findByText('Les horaires')).toBeTruthy();
});

it('The pins panel says that it is offline above the cached pins', async () => {
  const panel = await open();
  await panel.findByText('Les horaires');
  act(() => useConnection.setState({ state: 'offline' }));
  expect((await panel.findByRole('status')).textContent).toMatch(/^Vous êtes hors ligne/);
  expect(panel.getAllByRole('listitem')).toHaveLength(2);
});
