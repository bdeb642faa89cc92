// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Notification as Received } from '@palabre/common/contract/reading/notifications.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateBy } from '../../../../platform/address/navigate.ts';
import { askPermission } from '../../../../platform/device/permission.ts';
import { keyOf } from '../../../../platform/server/query.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { clearSpeaker, FakeAudio, speaker } from '../../../../test/fake-audio.ts';
import { useOwnDuty } from '../../availability/open/own-duty.ts';
import { usePreferences } from '../preferences.store.ts';
import { attentionLive } from './attention.live.ts';
import { isFirstTold } from './once.ts';
import { gainOf } from './sound.ts';

const link = '/workspace/atelier/channel/general?message=un';
const mention: Received = {
  _id: 'un',
  content: 'Karim vous a mentionnée.',
  createdAt: '2026-11-22T09:00:00.000Z',
  isRead: false,
  type: 'mention',
  link,
  actor: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
} as Received;

class FakeNotification {
  static permission: NotificationPermission = 'granted';
  static asked = 0;
  static shown: FakeNotification[] = [];
  static async requestPermission() {
    FakeNotification.asked += 1;
    return FakeNotification.permission;
  }
  onclick: (() => void) | null = null;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    FakeNotification.shown.push(this);
  }
  closed = false;
  close() {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('isSecureContext', true);
  FakeNotification.permission = 'granted';
  FakeNotification.shown = [];
  FakeNotification.asked = 0;
  clearSpeaker();
  localStorage.clear();
  usePreferences.setState(usePreferences.getInitialState(), true);
  endSession('logout');
  login('a.b.c', { _id: 'camille' });
  history.replaceState(null, '', '/workspaces');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const client = new QueryClient();

async function receive(notification: Received = mention) {
  attentionLive.newNotification(notification, client);
  await vi.advanceTimersByTimeAsync(1_000);
}

test('A notification is shown and heard at the chosen volume, 75 by default', async () => {
  await receive();
  expect(FakeNotification.shown).toMatchObject([
    { title: 'Karim', options: { body: 'Karim vous a mentionnée.', silent: true, tag: 'un' } },
  ]);
  expect(Math.max(...speaker.loudness)).toBeCloseTo(gainOf(75));
  // Two notes, the higher one second, each with its octave; all of them end.
  expect(speaker.tones.map(({ pitch }) => pitch)).toEqual([587, 1_175, 880, 1_760]);
  const [first, , second] = speaker.tones;
  expect([first?.from, (second?.from ?? 0) > 0, speaker.tones.every(({ lasts }) => lasts > 0)]).toEqual([
    0,
    true,
    true,
  ]);
  speaker.loudness = [];
  usePreferences.setState({ volume: 20 });
  await receive({ ...mention, _id: 'deux' });
  expect(Math.max(...speaker.loudness)).toBeCloseTo(gainOf(20));
});

test('A notification of a muted place is neither shown nor heard; one of another place is', async () => {
  const unread = ['general', 'bruit'].map(channelId => ({ channelId, muted: channelId === 'bruit' }));
  client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
  const from = (channelId: string): Received =>
    ({ ...mention, _id: channelId, about: { channelId, conversationId: null, excerpt: channelId } }) as Received;
  await receive(from('bruit'));
  expect([FakeNotification.shown, speaker.loudness]).toEqual([[], []]);
  await receive(from('general'));
  expect(FakeNotification.shown).toMatchObject([{ options: { body: 'general' } }]);
  client.clear();
});

test('A notification of a device with pushes is shown by the service worker, in the place of the push', async () => {
  const shown: [string, NotificationOptions][] = [];
  const showNotification = async (title: string, options: NotificationOptions) => void shown.push([title, options]);
  const value = { getRegistration: async () => ({ active: {}, showNotification }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  localStorage.setItem('palabre.push.camille', 'all https://fcm.googleapis.com/1');
  const about = { channelId: 'general', conversationId: null, excerpt: 'Bonjour' } as Received['about'];
  await receive({ ...mention, about });
  Reflect.deleteProperty(navigator, 'serviceWorker');
  expect(FakeNotification.shown).toEqual([]);
  expect(shown).toMatchObject([['Karim', { body: 'Bonjour', tag: 'general', data: { link }, renotify: true }]]);
});

test('Nothing is shown or heard while the user is off duty, and again once they are back', async () => {
  useOwnDuty.setState({ isOff: true });
  await receive();
  expect([FakeNotification.shown, speaker.loudness]).toEqual([[], []]);
  useOwnDuty.setState({ isOff: false });
  await receive({ ...mention, _id: 'au-retour' });
  expect(FakeNotification.shown).toHaveLength(1);
});

test('A notification is told once, whichever tabs receive its event and however often', async () => {
  await receive();
  await receive();
  expect(FakeNotification.shown).toHaveLength(1);
});

test('A notification that was read meanwhile, or comes without a session, is not told', async () => {
  await receive({ ...mention, isRead: true });
  endSession('logout');
  await receive();
  expect([FakeNotification.shown, speaker.loudness]).toEqual([[], []]);
});

test('A notification is told by tabs that do not show its place after one that does has had its time', async () => {
  attentionLive.newNotification(mention, client);
  await vi.advanceTimersByTimeAsync(250);
  expect(FakeNotification.shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(FakeNotification.shown).toHaveLength(1);
});

test('A notification of a thread is told on the page of its channel, unless the thread is open', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  history.replaceState(null, '', '/workspace/atelier/channel/general');
  const answer = { ...mention, link: '/workspace/atelier/channel/general?thread=racine&message=un' };
  await receive(answer);
  expect(FakeNotification.shown).toHaveLength(1);
  history.replaceState(null, '', '/workspace/atelier/channel/general?thread=racine');
  await receive({ ...answer, _id: 'deux' });
  expect(FakeNotification.shown).toHaveLength(1);
});

test('A notification that is pressed brings the page forward at what it tells of, and closes', async () => {
  const go = vi.fn(async () => {});
  navigateBy(go);
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
  await receive();
  const [shown] = FakeNotification.shown;
  shown?.onclick?.();
  expect(focus).toHaveBeenCalledOnce();
  expect(shown?.closed).toBe(true);
  expect(go).toHaveBeenCalledWith(link);
});

test('The notifications told last are remembered for all tabs, thirty of them', async () => {
  for (let n = 0; n < 31; n += 1) await isFirstTold('camille', `n${n}`);
  const isFirst = (id: string) => isFirstTold('camille', id);
  expect([await isFirst('n30'), await isFirst('n1'), await isFirst('n0')]).toEqual([false, false, true]);
});

test('A notification of a message is heard, by Palabre’s sound too where the browser shows none', async () => {
  await receive({ ...mention, type: 'message' });
  expect(speaker.loudness).not.toEqual([]);
  speaker.loudness = [];
  usePreferences.setState({ notificationSound: true });
  FakeNotification.permission = 'denied';
  await receive({ ...mention, _id: 'deux', type: 'message' });
  expect(speaker.loudness).not.toEqual([]);
});

test('A notification is told to who looks at another place, or at a page that is hidden, and not beside a thread', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  history.replaceState(null, '', '/workspace/atelier/channel/annonces');
  await receive();
  expect(FakeNotification.shown).toHaveLength(1);
  history.replaceState(null, '', '/workspace/atelier/channel/general?thread=racine');
  await receive({ ...mention, _id: 'deux' });
  expect(FakeNotification.shown).toHaveLength(1);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await receive({ ...mention, _id: 'trois' });
  expect(FakeNotification.shown).toHaveLength(2);
});

test('A notification is silent in all tabs while its place is on screen', async () => {
  history.replaceState(null, '', '/workspace/atelier/channel/general');
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await receive();
  focus.mockReturnValue(false);
  await receive();
  expect(FakeNotification.shown).toEqual([]);
  expect(speaker.loudness).toEqual([]);
  await receive({ ...mention, _id: 'trois' });
  expect(FakeNotification.shown).toHaveLength(1);
});

test('The preferences silence the sound, hide notifications, and replace Palabre’s sound by the device’s own', async () => {
  usePreferences.setState({ sound: false });
  await receive();
  expect(speaker.loudness).toEqual([]);
  usePreferences.setState({ sound: true, notifications: false });
  await receive({ ...mention, _id: 'deux' });
  expect(FakeNotification.shown).toHaveLength(1);
  expect(speaker.loudness).not.toEqual([]);
  speaker.loudness = [];
  usePreferences.setState({ notifications: true, notificationSound: true });
  await receive({ ...mention, _id: 'trois' });
  expect(FakeNotification.shown[1]?.options.silent).toBe(false);
  expect(speaker.loudness).toEqual([]);
});

test('A notification of a message shows the message’s text as it reads', async () => {
  const about = {
    channelId: 'general',
    conversationId: null,
    position: 1,
    isAnswer: false,
    excerpt: 'On **commence** à ||neuf|| heures',
  };
  await receive({ ...mention, about });
  expect(FakeNotification.shown).toMatchObject([{ options: { body: 'On commence à █ heures' } }]);
});

test('A notification of an answer says who answered', async () => {
  const about = { channelId: 'general', conversationId: null, position: 1, isAnswer: true, excerpt: 'À 8 h.' };
  await receive({ ...mention, about });
  expect(FakeNotification.shown).toMatchObject([{ title: 'Karim vous a répondu', options: { body: 'À 8 h.' } }]);
});

test('A notification that is no message is shown without a sound', async () => {
  await receive({ ...mention, type: 'invite' });
  expect(FakeNotification.shown).toHaveLength(1);
  expect(speaker.loudness).toEqual([]);
});

test('The browser’s permission is asked only on the user’s demand, and nothing is shown when it is refused', async () => {
  FakeNotification.permission = 'default';
  await receive();
  expect(FakeNotification.asked).toBe(0);
  expect(FakeNotification.shown).toEqual([]);
  await askPermission();
  expect(FakeNotification.asked).toBe(1);
  FakeNotification.permission = 'denied';
  await receive({ ...mention, _id: 'deux' });
  expect(FakeNotification.shown).toEqual([]);
});

test('A notification names its mentions as the message does, or is shown without names that load too slowly', async () => {
  const [person, role] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-00000000000a'];
  const answers: Record<string, object> = {
    '/api/user/named': { users: [{ _id: person, firstName: 'Hélène', lastName: 'Nguyen' }] },
    '/api/workspace/atelier/roles': { roles: [{ _id: role, name: 'Conduite' }] },
  };
  let never = false;
  vi.stubGlobal('fetch', async (url: string) => {
    if (never) return new Promise(() => {});
    const answer = answers[new URL(url, location.origin).pathname];
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  const about = {
    channelId: 'general',
    conversationId: null,
    position: 1,
    isAnswer: false,
    excerpt: `<@${person}> et <@&${role}>`,
  };
  await receive({ ...mention, about });
  expect(FakeNotification.shown).toMatchObject([{ options: { body: '@Hélène Nguyen et @Conduite' } }]);
  never = true;
  client.clear();
  await receive({ ...mention, _id: 'deux', about });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeNotification.shown[1]).toMatchObject({ options: { body: '@utilisateur et @utilisateur' } });
});

test('Of two tabs that get a notification at once, one alone is the first to tell it, each waiting for the other', async () => {
  // As in the browser, a lock has one holder at a time.
  let last: Promise<unknown> = Promise.resolve();
  const names: string[] = [];
  const request = (name: string, work: () => unknown) => {
    names.push(name);
    const done = last.then(work);
    last = done;
    return done;
  };
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  expect(await Promise.all([isFirstTold('camille', 'un'), isFirstTold('camille', 'un')])).toEqual([true, false]);
  expect(names).toEqual(['palabre-told camille', 'palabre-told camille']);
});
