// @vitest-environment jsdom
import type { Notification as Received } from '@palabre/common/contract/reading/notifications.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateBy } from '../../../../platform/address/navigate.ts';
import { login } from '../../../../platform/session/session.ts';
import { usePreferences } from '../preferences.store.ts';
import { attentionLive } from './attention.live.ts';
import { isFirstTold } from './once.ts';

const mention = {
  ...{ _id: 'un', content: 'Karim vous a mentionnée.', createdAt: '2026-11-22T09:00:00.000Z', isRead: false },
  ...{ type: 'mention', link: '/workspace/atelier/channel/general?message=un' },
  actor: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
} as Received;
const about = { channelId: 'general', conversationId: null, excerpt: 'Bonjour' } as Received['about'];

let byPage: [string, NotificationOptions][];
let byWorker: [string, NotificationOptions][];
let worker: { active: object | null };

beforeEach(() => {
  vi.useFakeTimers();
  [byPage, byWorker, worker] = [[], [], { active: {} }];
  class Shown {
    static permission = 'granted';
    constructor(title: string, options: NotificationOptions) {
      byPage.push([title, options]);
    }
  }
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('isSecureContext', true);
  const showNotification = async (title: string, options: NotificationOptions) => void byWorker.push([title, options]);
  const value = { getRegistration: async () => ({ ...worker, showNotification }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  localStorage.clear();
  localStorage.setItem('palabre.push.camille', 'all https://fcm.googleapis.com/1');
  usePreferences.setState({ ...usePreferences.getInitialState(), sound: false, notificationSound: true }, true);
  login('a.b.c', { _id: 'camille' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  usePreferences.setState(usePreferences.getInitialState(), true);
});

async function receive(notification: Received) {
  attentionLive.newNotification(notification, new QueryClient());
  await vi.advanceTimersByTimeAsync(1_000);
}

test('A notification of no message, or that no service worker can show, is shown by the page on a device with pushes too', async () => {
  await receive(mention);
  worker = { active: null };
  await receive({ ...mention, _id: 'deux', about });
  expect([byWorker, byPage.map(([, { tag }]) => tag)]).toEqual([[], ['un', 'deux']]);
});

test('A notification that the service worker shows has the device’s sound where that is chosen, and Palabre’s picture', async () => {
  await receive({ ...mention, about });
  usePreferences.setState({ notificationSound: false });
  await receive({ ...mention, _id: 'deux', about });
  expect(byWorker.map(([, { silent, icon }]) => [silent, icon])).toEqual([
    [false, '/icon-192.png'],
    [true, '/icon-192.png'],
  ]);
});

test('A notification that was told to one account of a browser is told to another of its accounts', async () => {
  expect([await isFirstTold('camille', 'un'), await isFirstTold('karim', 'un')]).toEqual([true, true]);
});

test('A notification that the browser cannot show, or whose page cannot be opened, is logged, and throws nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const said = () => logged.mock.calls.map(([what]) => what);
  const shown: { onclick?: () => void }[] = [];
  let shows = false;
  class Shown {
    static permission = 'granted';
    onclick?: () => void;
    constructor() {
      if (!shows) throw new TypeError('Illegal constructor');
      shown.push(this);
    }
    close() {}
  }
  vi.stubGlobal('Notification', Shown);
  vi.spyOn(window, 'focus').mockReturnValue();
  navigateBy(() => Promise.reject(new Error('no chunk')));
  await receive(mention);
  expect(said()).toEqual(['A notification cannot be shown']);
  shows = true;
  await receive({ ...mention, _id: 'deux' });
  shown[0]?.onclick?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(said().at(-1)).toBe('What a notification leads to cannot be opened');
  vi.restoreAllMocks();
});
