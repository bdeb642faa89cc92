import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Told {
  type: string;
  request?: { method: string; mode: string; url: string };
  preloadResponse?: Promise<Response | undefined>;
  data?: { json(): unknown } | null;
  notification?: { data: unknown; close(): void };
}

const origin = 'https://palabre.test';
const shell = (text = 'bundle /assets/main-1.js') => new Response(text);
const listeners = new Map<string, (event: object) => void>();
const kept = new Map<string, Map<string, Response>>();
let fetched = vi.fn<(asked: string | { url: string }) => Promise<Response>>();
const skipWaiting = vi.fn(async () => {});
const claim = vi.fn(async () => {});
const preload = { enable: vi.fn(async () => {}), disable: vi.fn(async () => {}) };
const openWindow = vi.fn(async () => {});
const showNotification = vi.fn(async () => {});
let shown: { data: unknown }[] = [];
let tabs: object[] = [];

const cacheOf = (name: string) => {
  const files = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, files);
  return {
    match: async (address: string) => files.get(address)?.clone(),
    put: async (address: string, answer: Response) => void files.set(address, answer),
    addAll: async (all: string[]) => {
      for (const one of all) files.set(one, new Response(one));
    },
  };
};

beforeAll(async () => {
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting,
    clients: { claim, matchAll: async () => tabs, openWindow },
    registration: { navigationPreload: preload, getNotifications: async () => shown, showNotification },
  };
  vi.stubGlobal('self', self);
  vi.stubGlobal('version', '2');
  vi.stubGlobal('shellFiles', ['/assets/main-1.js', '/assets/main-1.css']);
  await vi.importActual('./service-worker.ts');
  vi.unstubAllGlobals();
});

beforeEach(() => {
  kept.clear();
  [shown, tabs] = [[], []];
  fetched = vi.fn(async () => shell());
  vi.clearAllMocks();
  vi.stubGlobal('version', '2');
  vi.stubGlobal('shellFiles', ['/assets/main-1.js', '/assets/main-1.css']);
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140.0' });
  vi.stubGlobal('fetch', (asked: string | { url: string }) => fetched(asked));
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Tells the worker of an event; gives its answer, undefined where it leaves the browser alone, once its work is done. */
async function tell(event: Told): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(event.type)?.({
    preloadResponse: Promise.resolve(undefined),
    ...event,
    waitUntil: (one: Promise<unknown>) => void work.push(one),
    respondWith: (one: Promise<Response>) => {
      answer = one;
    },
  });
  const given = await answer;
  await Promise.all(work);
  return given;
}
const asks = (path: string, more: object = {}) =>
  tell({ type: 'fetch', request: { method: 'GET', mode: 'navigate', url: new URL(path, origin).href, ...more } });

test('The worker keeps the page and its files, and none of a page of another version or that fails', async () => {
  for (const wrong of [shell('bundle /assets/main-0.js'), new Response('/assets/main-1.js', { status: 503 })]) {
    fetched.mockResolvedValueOnce(wrong);
    await expect(tell({ type: 'install' })).rejects.toThrow('not of one version');
  }
  expect([kept.get('palabre-shell-2')?.size, skipWaiting.mock.calls.length]).toEqual([0, 0]);
  await tell({ type: 'install' });
  expect([...(kept.get('palabre-shell-2')?.keys() ?? [])]).toEqual(['/assets/main-1.js', '/assets/main-1.css', '/']);
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('The worker that takes over removes the files of earlier versions alone, and preloads except in Firefox', async () => {
  for (const name of ['palabre-shell-1', 'palabre-shell-2', 'autre']) cacheOf(name);
  await tell({ type: 'activate' });
  expect([...kept.keys()]).toEqual(['palabre-shell-2', 'autre']);
  expect([claim.mock.calls.length, preload.enable.mock.calls.length]).toEqual([1, 1]);
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Firefox/140.0' });
  await tell({ type: 'activate' });
  expect([preload.enable.mock.calls.length, preload.disable.mock.calls.length]).toEqual([1, 1]);
});

test('A page is the server’s, and the kept one where the server is away, failing or slow', async () => {
  await cacheOf('palabre-shell-2').put('/', shell('kept'));
  expect(await (await asks('/home'))?.text()).toContain('bundle');
  const preloaded = Promise.resolve(shell('preloaded'));
  const request = { method: 'GET', mode: 'navigate', url: `${origin}/home` };
  expect(await (await tell({ type: 'fetch', request, preloadResponse: preloaded }))?.text()).toBe('preloaded');
  fetched.mockResolvedValueOnce(new Response('refused', { status: 403 }));
  expect(await (await asks('/home'))?.text()).toBe('refused');
  fetched.mockResolvedValueOnce(new Response('', { status: 502 }));
  expect(await (await asks('/home'))?.text()).toBe('kept');
  fetched.mockRejectedValueOnce(new TypeError('network'));
  expect(await (await asks('/home'))?.text()).toBe('kept');
  vi.useFakeTimers();
  let late = (_answer: Response) => {};
  fetched.mockReturnValueOnce(
    new Promise(done => {
      late = done;
    }),
  );
  let given: string | undefined;
  const slow = asks('/home').then(async answer => {
    given = await answer?.text();
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(given).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  late(shell('late'));
  await slow;
  expect(given).toBe('kept');
  // Without a kept page, the failure is the browser's to show.
  kept.clear();
  fetched.mockResolvedValueOnce(new Response('', { status: 502 }));
  expect((await asks('/home'))?.status).toBe(502);
});

test('The worker answers pages and files of this server alone, and nothing of its interface or of people’s files', async () => {
  const left = ['/api/user', '/auth/google', '/socket.io/?EIO=4', '/healthz', '/export.csv', 'https://autre.test/home'];
  for (const path of left) expect([path, await asks(path)]).toEqual([path, undefined]);
  expect(await asks('/home', { method: 'POST' })).toBeUndefined();
  expect(await asks('/favicon', { mode: 'no-cors' })).toBeUndefined();
  expect((await asks('/apidoc'))?.status).toBe(200);
  expect(fetched).toHaveBeenCalledOnce();
});

test('A file is fetched once, and one that the server refuses is not kept', async () => {
  const ask = () => asks('/assets/late-1.js', { mode: 'no-cors' });
  fetched.mockResolvedValueOnce(new Response('gone', { status: 404 }));
  expect((await ask())?.status).toBe(404);
  fetched.mockResolvedValueOnce(new Response('code'));
  expect(await (await ask())?.text()).toBe('code');
  expect(await (await ask())?.text()).toBe('code');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('A push is shown, quietly where its message is shown already, and without its text where it cannot be read', async () => {
  const push = { title: 'Karim', body: 'Bonjour', tag: 'general', link: '/workspace/atelier' };
  await tell({ type: 'push', data: { json: () => push } });
  const look = { body: 'Bonjour', icon: '/icon-192.png', tag: 'general', data: { link: push.link }, renotify: true };
  expect(showNotification).toHaveBeenLastCalledWith('Karim', look);
  shown = [{ data: null }, { data: { link: push.link } }];
  await tell({ type: 'push', data: { json: () => push } });
  expect(showNotification).toHaveBeenLastCalledWith('Karim', { ...look, renotify: false });
  const broken = () => {
    throw new SyntaxError();
  };
  for (const data of [{ json: broken }, null]) {
    await tell({ type: 'push', data });
    expect(showNotification).toHaveBeenLastCalledWith('Palabre', expect.objectContaining({ body: '', tag: 'palabre' }));
  }
});

/** Makes a tab that opens the requested address, or never answers. */
const tab = (name: string, answers: boolean, more: object = {}) => ({
  name,
  ...{ focused: false, visibilityState: 'hidden', focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) },
  postMessage: vi.fn((_told: object, ports?: MessagePort[]) => answers && ports?.[0]?.postMessage(true)),
  ...more,
});

test('A pressed push opens its message in the tab that is there, by a reload where it does not answer, or in a new one', async () => {
  const close = vi.fn();
  const press = (link: string) => tell({ type: 'notificationclick', notification: { data: { link }, close } });
  await press('/conversation/deux');
  expect([close.mock.calls.length, openWindow.mock.calls]).toEqual([1, [[`${origin}/conversation/deux`]]]);
  await press('https://autre.test/');
  expect(openWindow).toHaveBeenCalledOnce();
  const [hidden, visible] = [tab('hidden', true), tab('visible', true, { visibilityState: 'visible' })];
  const focused = tab('focused', true, { focused: true, visibilityState: 'visible' });
  for (const [there, chosen] of [
    [[hidden, visible, focused], focused],
    [[hidden, visible], visible],
    [[hidden], hidden],
  ] as const) {
    tabs = [...there];
    await press('/conversation/deux');
    expect([chosen.name, chosen.focus.mock.calls.length]).toEqual([chosen.name, 1]);
    expect(chosen.postMessage.mock.calls[0]?.[0]).toEqual({ palabre: 'open', link: '/conversation/deux' });
    expect(chosen.navigate).not.toHaveBeenCalled();
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const mute = tab('mute', false);
  tabs = [mute];
  const pressed = press('/conversation/deux');
  await vi.waitFor(() => expect(mute.postMessage).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1_000);
  await pressed;
  expect(mute.navigate).toHaveBeenCalledWith(`${origin}/conversation/deux`);
  mute.navigate.mockRejectedValueOnce(new TypeError('not controlled'));
  const again = press('/home');
  await vi.waitFor(() => expect(mute.postMessage).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(1_000);
  await again;
  expect(openWindow).toHaveBeenLastCalledWith(`${origin}/home`);
});

test('Every tab subscribes again where the browser has changed the subscription', async () => {
  const both = [tab('a', true), tab('b', true)];
  tabs = both;
  await tell({ type: 'pushsubscriptionchange' });
  for (const one of both) expect(one.postMessage.mock.calls).toEqual([[{ palabre: 'subscribe' }]]);
});
