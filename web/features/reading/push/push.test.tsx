// @vitest-environment jsdom
import type { PushDevice } from '@palabre/common/contract/reading/push.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateBy } from '../../../platform/address/navigate.ts';
import { lookAgain } from '../../../platform/device/permission.ts';
import { endSession } from '../../../platform/session/session.ts';
import { type Call, camille, json, open, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { PushSettings } from './open/PushSettings.tsx';
import { pushIsOn } from './open/shown.ts';
import { startPush } from './open/start.ts';
import { keepSubscribed } from './subscription.ts';

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value).buffer;
const key = Buffer.from(bytes(65, 4)).toString('base64url');

/** Way by which a page answers the service worker. */
interface Port {
  postMessage(said: string): void;
}

/** Browser of the page: its permission, its subscription, and the notifications that it shows. */
const browser = {
  permission: 'granted' as NotificationPermission,
  subscribed: null as { key: string; endpoint: string } | null,
  made: 0,
  fails: false,
  shown: [] as { tag: string; close(): void }[],
  /** Says something to the page, as the service worker does. */
  tell: (_data: unknown, _ports?: Port[]): void => {},
};

const subscriptionOf = ({ key: ofKey, endpoint }: { key: string; endpoint: string }) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(Buffer.from(ofKey, 'base64url')).buffer },
  getKey: (name: string) => (name === 'auth' ? bytes(16, 1) : bytes(65, 4)),
  unsubscribe: async () => {
    browser.subscribed = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => browser.subscribed && subscriptionOf(browser.subscribed),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (browser.fails) throw new Error('push service error');
    if (browser.subscribed && browser.subscribed.key !== applicationServerKey)
      throw new DOMException('Another key is subscribed', 'InvalidStateError');
    browser.made += 1;
    browser.subscribed = { key: applicationServerKey, endpoint: `https://fcm.googleapis.com/${browser.made}` };
    return subscriptionOf(browser.subscribed);
  },
};
const registration = {
  pushManager,
  getNotifications: async ({ tag }: { tag?: string } = {}) =>
    browser.shown.filter(one => tag === undefined || one.tag === tag),
};
const container = {
  register: async () => registration,
  getRegistration: async () => registration,
  ready: Promise.resolve(registration),
  addEventListener(_name: string, hear: (event: { data: unknown; ports: Port[] }) => void) {
    browser.tell = (data, ports = []) => hear({ data, ports });
  },
};

let devices: PushDevice[] = [];
let calls: Call[] = [];
/** Delays the trial, removal or subscription of a device. */
let waits: Promise<void> | undefined;
let answer = { outcome: 'accepted', status: 201 as number | null };
const here: PushDevice = {
  ...{ _id: 'ici', device: 'Chrome · Linux', detail: 'all', current: true },
  ...{ createdAt: '2026-11-20T09:00:00.000Z', lastSuccessAt: null, failures: 0 },
};

/** Serves the person's devices, as a server with this key does. */
function server(ownKey: string | null = key): void {
  calls = serve(camille, {
    'GET /push/key': () => json(200, { key: ownKey }),
    'GET /push/devices': () => json(200, { devices }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'PUT /push/subscription': body => {
      devices = [{ ...here, ...(body as object) }, ...devices.filter(({ current }) => !current)];
      return json(200, { device: devices[0] });
    },
    'DELETE /push/subscription': async body => {
      await waits;
      const { id } = body as { id?: string };
      devices = devices.filter(({ _id, current }) => (id ? _id !== id : !current));
      return json(200, { message: 'Fait.' });
    },
    'POST /push/test': async () => {
      await waits;
      if (answer.outcome === 'refused') devices = devices.map(one => ({ ...one, failures: one.failures + 1 }));
      return json(200, { ...answer, device: here });
    },
  });
}

/** Starts the delay; returns the function that ends it. */
function hold(): () => void {
  let release = () => {};
  waits = new Promise(done => {
    release = done;
  });
  return release;
}

beforeEach(() => {
  Object.assign(browser, { permission: 'granted', subscribed: null, made: 0, fails: false, shown: [] });
  devices = [];
  answer = { outcome: 'accepted', status: 201 };
  waits = undefined;
  localStorage.clear();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => browser.permission,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  lookAgain();
  server();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const show = () => open([{ path: '*', Component: PushSettings }], '/');
const toggle = () => screen.findByRole('switch', { name: 'Notifications sur cet appareil' });
const isOn = async () => (await toggle()).getAttribute('aria-checked') === 'true';
const sent = (asked: string) => calls.filter(call => call.asked === asked).map(({ body }) => body);

/** Turns pushes on as a person does. */
async function turnOn(): Promise<void> {
  show();
  // Nothing is known yet of what it would turn on.
  expect(await toggle()).toHaveProperty('disabled', true);
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  await userEvent.click(await toggle());
  await waitFor(async () => expect(devices).toHaveLength(1));
}

test('Pushes are turned on for this device with the server’s key, show what is chosen, and are turned off', async () => {
  const subscribed = vi.spyOn(pushManager, 'subscribe');
  await turnOn();
  // Browsers subscribe no page that would do anything unseen.
  expect(subscribed).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  subscribed.mockRestore();
  expect(sent('PUT /push/subscription')).toEqual([
    {
      endpoint: 'https://fcm.googleapis.com/1',
      p256dh: key,
      auth: Buffer.from(bytes(16, 1)).toString('base64url'),
      detail: 'all',
    },
  ]);
  expect(await screen.findByText('Aucune reçue encore')).toBeDefined();
  const card = screen.getByRole('region', { name: 'Quand Palabre est fermée' });
  expect(within(card).getByText(/^Une mention ou un message resté non lu dix secondes, /)).toBeDefined();
  const details = within(screen.getByRole('radiogroup', { name: 'Ce qu’elles montrent' })).getAllByRole('radio');
  expect(details.filter(({ tagName }) => tagName === 'BUTTON').map(({ textContent }) => textContent)).toEqual([
    'Le messageQui écrit, où, et le début du texte.',
    'Le nom seulQui écrit, sans le texte.',
    'Rien du message«\u00a0Un message\u00a0», sans dire de qui.',
  ]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Le nom seul' }));
  await waitFor(() => expect(sent('PUT /push/subscription').at(-1)).toMatchObject({ detail: 'name' }));
  expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByRole('radio', { name: 'Le nom seul' }));
  expect(browser.made).toBe(1);
  expect(pushIsOn('camille')).toBe(true);
  // A device that the server has lost shows no more than was chosen.
  await waitFor(() => expect(localStorage.getItem('palabre.push.camille')).toMatch(/^name /));
  const lost = devices;
  devices = [];
  await keepSubscribed('camille');
  expect(sent('PUT /push/subscription')).toHaveLength(3);
  expect(sent('PUT /push/subscription').at(-1)).toMatchObject({ detail: 'name' });
  devices = lost;
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  await userEvent.click(await toggle());
  await waitFor(() => expect(sent('DELETE /push/subscription')).toEqual([{}]));
  await waitFor(() => expect(browser.subscribed).toBeNull());
  expect([await isOn(), pushIsOn('camille')]).toEqual([false, false]);
});

test('A browser that cannot subscribe is told, and leaves the switch off', async () => {
  browser.fails = true;
  show();
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  await userEvent.click(await toggle());
  expect(await screen.findByText(/n’a pas pu s’abonner/)).toBeDefined();
  // It is said here, and not by an alert too.
  expect(useAlerts.getState().alerts).toEqual([]);
  expect(await isOn()).toBe(false);
});

test.each([
  ['the address has no https', () => void vi.stubGlobal('isSecureContext', false), /il y faut une adresse en https/],
  ['the browser knows no pushes', () => void Reflect.deleteProperty(globalThis, 'PushManager'), /ne sait pas recevoir/],
  [
    'iOS has not installed Palabre',
    () => {
      Reflect.deleteProperty(globalThis, 'PushManager');
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    },
    /Sur l’écran d’accueil/,
  ],
  [
    'the browser refuses',
    () => {
      browser.permission = 'denied';
      lookAgain();
    },
    /refuse les notifications/,
  ],
  ['the server has no key', () => server(null), /ne peut pas envoyer de notifications/],
])('The switch says how when %s', async (_why, prepare, text) => {
  prepare();
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect((await toggle()).hasAttribute('disabled')).toBe(true);
  vi.restoreAllMocks();
});

test('A device is tried, and the page says what its push service answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12) });
  devices = [{ ...here, lastSuccessAt: new Date(2026, 10, 20, 9).toISOString(), failures: 2 }];
  show();
  expect(await screen.findByText('Dernière reçue hier 09:00 · 2 refusées depuis')).toBeDefined();
  const told = (type: string, message: unknown) =>
    waitFor(() => expect(useAlerts.getState().alerts.at(-1)).toMatchObject({ type, message }));
  const release = hold();
  const attempt = screen.getByRole('button', { name: 'Essayer sur Chrome · Linux' });
  await userEvent.click(attempt);
  await waitFor(() => expect(attempt.getAttribute('aria-busy')).toBe('true'));
  release();
  await told('success', expect.stringMatching(/l’a acceptée/));
  for (const [outcome, status, said] of [
    ['refused', 403, /^Le service de notifications l’a refusée \(403\)\.$/],
    ['busy', null, /d’essayer plus tard \(—\)\.$/],
    ['gone', 410, /^L’abonnement de cet appareil a pris fin/],
    ['unreachable', null, /^Le service de notifications ne répond pas/],
  ] as const) {
    answer = { outcome, status };
    await userEvent.click(screen.getByRole('button', { name: 'Essayer sur Chrome · Linux' }));
    await told('warning', expect.stringMatching(said));
  }
  expect(await screen.findByText(/ · 3 refusées depuis$/)).toBeDefined();
  expect(sent('POST /push/test')).toEqual(Array(5).fill({ id: 'ici' }));
});

test('Another device is removed from the list', async () => {
  devices = [here, { ...here, _id: 'là', device: 'Safari · iPhone', current: false }];
  devices.push({ ...here, _id: 'ancien', device: null, current: false });
  show();
  expect(await screen.findByRole('button', { name: 'Retirer Appareil inconnu' })).toBeDefined();
  expect(screen.getByRole('list', { name: 'Appareils qui reçoivent des notifications' }).children).toHaveLength(3);
  // The device that shows the page says so.
  const row = (name: string) => screen.getByText(name).closest('li')?.textContent;
  expect(['Chrome · Linux', 'Safari · iPhone'].map(name => row(name)?.includes('Cet appareil'))).toEqual([true, false]);
  expect(screen.getByText('3 appareils en reçoivent')).toBeDefined();
  const release = hold();
  const removal = await screen.findByRole('button', { name: 'Retirer Safari · iPhone' });
  await userEvent.click(removal);
  await waitFor(() => expect(removal.getAttribute('aria-busy')).toBe('true'));
  release();
  await waitFor(() => expect(sent('DELETE /push/subscription')).toEqual([{ id: 'là' }]));
  await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull());
  const message = 'Cet appareil ne reçoit plus de notifications.';
  await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'success', message }]));
});

test('The devices that get pushes are read again each time their settings open: another device may be among them', async () => {
  const asked = () => calls.filter(call => call.asked === 'GET /push/devices').length;
  const shown = open(
    [
      { path: '/', Component: PushSettings },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    '/',
  );
  await waitFor(() => expect([asked() > 0, shown.client.isFetching()]).toEqual([true, 0]));
  const before = asked();
  await act(() => shown.router.navigate('/elsewhere'));
  await act(() => shown.router.navigate('/'));
  await waitFor(() => expect(asked()).toBe(before + 1));
});

test('A person who refuses the browser’s question has no pushes, and the server is told nothing', async () => {
  browser.permission = 'default';
  lookAgain();
  show();
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  const asked = vi.spyOn(Notification, 'requestPermission');
  await userEvent.click(await toggle());
  expect(asked).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await isOn()).toBe(false));
  expect([browser.subscribed, sent('PUT /push/subscription')]).toEqual([null, []]);
});

test('A device subscribes again when the server’s key has changed, has lost it, or the browser changed it; else it asks nothing', async () => {
  await turnOn();
  const puts = () => sent('PUT /push/subscription').length;
  await keepSubscribed('camille');
  expect(puts()).toBe(1);
  devices = [];
  await keepSubscribed('camille');
  expect([puts(), browser.made]).toEqual([2, 1]);
  browser.subscribed = { key, endpoint: 'https://fcm.googleapis.com/another' };
  await keepSubscribed('camille');
  expect(sent('PUT /push/subscription').at(-1)).toMatchObject({ endpoint: 'https://fcm.googleapis.com/another' });
  const another = Buffer.from(bytes(65, 5)).toString('base64url');
  const kept = devices;
  const pushed = localStorage.getItem('palabre.push.camille') ?? '';
  server(another);
  localStorage.setItem('palabre.push.camille', pushed);
  devices = kept;
  await keepSubscribed('camille');
  expect(browser.subscribed?.key).toBe(another);
  expect(puts()).toBe(1);
  // A server that can push no more is told nothing.
  const pushes = localStorage.getItem('palabre.push.camille') ?? '';
  server(null);
  localStorage.setItem('palabre.push.camille', pushes);
  devices = [];
  await keepSubscribed('camille');
  expect(puts()).toBe(0);
});

const shownOf = (tag: string) => ({
  tag,
  close() {
    browser.shown = browser.shown.filter(one => one !== this);
  },
});
const tags = () => browser.shown.map(({ tag }) => tag);

test('A push that is pressed opens its message in the tab that answers; without a session no tab does', async () => {
  const went: string[] = [];
  navigateBy(async to => void went.push(to));
  startPush();
  const postMessage = vi.fn();
  const press = (link?: string) => browser.tell({ palabre: 'open', link }, [{ postMessage }]);
  press('/conversation/midi?message=m1');
  press();
  browser.tell({ palabre: 'other', link: '/elsewhere' }, [{ postMessage }]);
  endSession('logout');
  press('/conversation/soir');
  expect(went).toEqual(['/conversation/midi?message=m1']);
  expect(postMessage.mock.calls).toEqual([['opened']]);
});

test('A device whose browser has changed its subscription says so anew, and closes what was read, if pushes are on', async () => {
  startPush();
  browser.shown = [shownOf('lu')];
  browser.tell({ palabre: 'subscribe' });
  await turnOn();
  expect(sent('PUT /push/subscription')).toHaveLength(1);
  expect(tags()).toEqual(['lu']);
  browser.subscribed = { key, endpoint: 'https://fcm.googleapis.com/another' };
  browser.tell({ palabre: 'subscribe' });
  await waitFor(() => expect(sent('PUT /push/subscription')).toHaveLength(2));
  expect(sent('PUT /push/subscription').at(-1)).toMatchObject({ endpoint: 'https://fcm.googleapis.com/another' });
  await waitFor(() => expect(tags()).toEqual([]));
  // Without the browser's permission nothing is asked.
  browser.permission = 'denied';
  const before = calls.length;
  await keepSubscribed('camille');
  expect(calls).toHaveLength(before);
});

test('The switch moves at once, follows what is allowed in the browser meanwhile, and this device has no « Retirer »', async () => {
  const release = hold();
  const register = vi.spyOn(container, 'register').mockImplementation(async () => {
    await waits;
    return registration;
  });
  show();
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  await userEvent.click(await toggle());
  expect([await isOn(), devices.length]).toEqual([true, 0]);
  release();
  expect(await screen.findByText('Aucune reçue encore')).toBeDefined();
  register.mockRestore();
  expect(screen.getByRole('button', { name: 'Essayer sur Chrome · Linux' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Retirer / })).toBeNull();
  browser.permission = 'denied';
  window.dispatchEvent(new Event('focus'));
  expect(await screen.findByText(/refuse les notifications/)).toBeDefined();
  expect(await isOn()).toBe(false);
});

test('The switch pressed again while it is turned on turns pushes off once they are on, and not before', async () => {
  const release = hold();
  const register = vi.spyOn(container, 'register').mockImplementation(async () => {
    await waits;
    return registration;
  });
  show();
  await waitFor(async () => expect(await toggle()).not.toHaveProperty('disabled', true));
  await userEvent.click(await toggle());
  await userEvent.click(await toggle());
  release();
  await waitFor(() => expect(sent('DELETE /push/subscription')).toEqual([{}]));
  const made = calls.map(({ asked }) => asked).filter(asked => /^(PUT|DELETE)/.test(asked));
  expect(made).toEqual(['PUT /push/subscription', 'DELETE /push/subscription']);
  await waitFor(() => expect([browser.subscribed, devices]).toEqual([null, []]));
  expect(pushIsOn('camille')).toBe(false);
  register.mockRestore();
});
