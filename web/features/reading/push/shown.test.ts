// @vitest-environment jsdom
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateBy } from '../../../platform/address/navigate.ts';
import { endSession } from '../../../platform/session/session.ts';
import { camille, json, refused, serve } from '../../../test/settings-world.tsx';
import { closeRead, showByWorker } from './open/shown.ts';
import { closeMissed, startPush } from './open/start.ts';
import { pushLive } from './push.live.ts';

/** Notifications that the device shows. */
let shown: { tag: string; data: { link: string }; close(): void }[] = [];
/** Unread states that the server returns. */
let unread: object[] = [];
let threads: object[] = [];
/** How often the server was asked. */
let asked: unknown[] = [];

const registration = {
  getNotifications: async () => shown,
  active: {} as object | null,
  showNotification: vi.fn(async () => {}),
};
/** Says something to the page, as the service worker does. */
let tell = (_data: object) => {};
const container = {
  getRegistration: async (): Promise<object | undefined> => registration,
  addEventListener(_name: string, hear: (event: object) => void) {
    tell = data => hear({ data, ports: [] });
  },
};

const shownOf = (tag: string, link = `/conversation/${tag}?message=m1`) => ({
  tag,
  data: { link },
  close() {
    shown = shown.filter(one => one !== this);
  },
});
const tags = () => shown.map(({ tag }) => tag);
const show = (...of: string[]) => {
  shown = of.map(tag => shownOf(tag));
};

const talk = { channelId: null, threadId: null, messages: 0, mentions: 0 };
/** Makes the state of a conversation. */
const stateOf = (conversationId: string, of: { messages?: number; mentions?: number } = {}) =>
  ({ ...talk, conversationId, ...of }) as unknown as Unread;

beforeEach(() => {
  [shown, unread, threads] = [[], [], []];
  asked = serve(camille, { 'GET /unread': () => json(200, { unread, threads }) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('A page that opens closes the notifications of places that were read elsewhere', async () => {
  show('general', 'lu', 'fil');
  unread = [{ ...talk, channelId: 'general', mentions: 1 }];
  threads = [{ ...talk, threadId: 'fil', messages: 2 }];
  await closeRead();
  expect(tags()).toEqual(['general', 'fil']);
  show();
  await closeRead();
  expect(asked).toHaveLength(1);
});

test('Shown notifications close when their place is read, and all of them when all is read or the session ends', async () => {
  show('general', 'direct', 'autre');
  pushLive.updateUnread(stateOf('general', { mentions: 1 }));
  pushLive.updateUnread(stateOf('autre', { messages: 2 }));
  pushLive.updateUnread(stateOf('direct'));
  await vi.waitFor(() => expect(tags()).toEqual(['general', 'autre']));
  pushLive.readAll();
  await vi.waitFor(() => expect(tags()).toEqual([]));
  show('autre');
  unread = [stateOf('autre', { messages: 1 })];
  startPush();
  endSession('logout');
  await vi.waitFor(() => expect(tags()).toEqual([]));
});

test('A shown notification stays when what is heard of its place is older than its message', async () => {
  show('direct', 'autre');
  unread = [stateOf('direct', { messages: 1 })];
  pushLive.updateUnread(stateOf('direct'));
  pushLive.readAll();
  await vi.waitFor(() => expect(tags()).toEqual(['direct']));
  expect(asked).toHaveLength(2);
  // Nothing is asked about a place without a notification.
  pushLive.updateUnread(stateOf('midi'));
  unread = [];
  pushLive.updateUnread(stateOf('direct'));
  await vi.waitFor(() => expect(tags()).toEqual([]));
  expect(asked).toHaveLength(3);
});

test('A notification that comes while the server is asked what is read stays: its message may be newer than the answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  asked = serve(camille, {
    'GET /unread': async () => {
      await held;
      return json(200, { unread: [], threads: [] });
    },
  });
  show('lu');
  const closing = closeRead();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  shown.push(shownOf('neuf'));
  answer();
  await closing;
  expect(tags()).toEqual(['neuf']);
});

test('A page that connects again closes what was read meanwhile, and leaves what is of no place', async () => {
  show('lu', 'direct');
  shown.push(shownOf('camille', '/home#inbox'));
  unread = [stateOf('direct', { messages: 2 })];
  closeMissed();
  await vi.waitFor(() => expect(tags()).toEqual(['direct', 'camille']));
});

test('A notification of an open page is shown by a worker that is active, and is noticed though it replaces one', async () => {
  const { showNotification } = registration;
  const by = (worker: object | undefined) => vi.spyOn(container, 'getRegistration').mockResolvedValue(worker);
  by(undefined);
  expect(await showByWorker('Karim', { tag: 'midi' })).toBe(false);
  by({ ...registration, active: null });
  expect(await showByWorker('Karim', { tag: 'midi' })).toBe(false);
  expect(showNotification).not.toHaveBeenCalled();
  by(registration);
  expect(await showByWorker('Karim', { tag: 'midi', body: 'Oui' })).toBe(true);
  expect(showNotification).toHaveBeenCalledWith('Karim', { tag: 'midi', body: 'Oui', renotify: true });
});

test('What fails while shown notifications are closed is logged, and nothing is thrown', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  asked = serve(camille, { 'GET /unread': () => refused(503, 'Un instant.') });
  show('direct');
  pushLive.updateUnread(stateOf('direct'));
  pushLive.readAll();
  closeMissed();
  const failed = 'Shown notifications could not be closed';
  await vi.waitFor(() =>
    expect(logged.mock.calls.map(([what]) => what).sort()).toEqual([
      ...['Pushes could not be looked after on this device', failed, failed],
    ]),
  );
});

test('A push that is pressed and whose page cannot be opened is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  navigateBy(() => Promise.reject(new Error('no chunk')));
  startPush();
  tell({ palabre: 'open', link: '/conversation/midi' });
  const said = 'What a push leads to cannot be opened';
  await vi.waitFor(() => expect(logged.mock.calls.map(([what]) => what)).toEqual([said]));
});
