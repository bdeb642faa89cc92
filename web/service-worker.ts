/** Version of this build, and the files of its shell; the build defines both (web/vite/worker.ts). */
declare const version: string;
declare const shellFiles: string[];

/** Types of a service worker, which TypeScript's DOM library lacks. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Pushing extends Lasting {
  data: { json(): unknown } | null;
}
interface Pressing extends Lasting {
  notification: Notification;
}
interface Tab {
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
  postMessage(message: object, transfer?: Transferable[]): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate' | 'pushsubscriptionchange', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'push', listener: (event: Pushing) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressing) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
}

/**
 * Caches the page's files, so that the page opens without a connection; API responses and people's files are never cached.
 * A navigation asks the server first, so that nobody stays on an old version. Shows pushes, and opens their messages.
 */
function work(worker: Worker): void {
  const prefix = 'palabre-shell-';
  const mine = prefix + version;
  const shell = '/';
  /** Time that a navigation waits for the server before the cached page is used. */
  const navigationTimeoutMs = 3_000;
  /** Time that a tab has to answer the worker. */
  const tabTimeoutMs = 1_000;

  const kept = async (address: string): Promise<Response | undefined> =>
    (await caches.open(mine)).match(address, { ignoreVary: true });

  async function install(): Promise<void> {
    const cache = await caches.open(mine);
    const page = await fetch(shell, { cache: 'no-store', credentials: 'omit' });
    const text = await page.clone().text();
    // During an upgrade, a process of another version may answer; the installation is retried at the next visit.
    if (!page.ok || !text.includes(shellFiles[0] ?? ''))
      throw new Error('the page and its worker are not of one version');
    await cache.addAll(shellFiles);
    await cache.put(shell, page);
    await worker.skipWaiting();
  }

  async function activate(): Promise<void> {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith(prefix) && name !== mine).map(name => caches.delete(name)));
    // Firefox fails the navigation, and drops the worker, if the preload is refused.
    const preload: NavigationPreloadManager | undefined = worker.registration.navigationPreload;
    await (navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable());
    await worker.clients.claim();
  }

  async function page(event: Fetching): Promise<Response> {
    const fresh = (async () => (await event.preloadResponse) ?? fetch(event.request))();
    event.waitUntil(fresh.catch(() => {}));
    const late = new Promise<undefined>(done => setTimeout(done, navigationTimeoutMs));
    const answer = await Promise.race([fresh.catch(() => undefined), late]);
    // A 5xx means a server that is going down: use the cached page. Refusals and redirects are returned as they are.
    if (answer && answer.status < 500) return answer;
    return (await kept(shell)) ?? fresh;
  }

  /** Serves a file from the cache first: file names contain a hash of the content, so a cached file is never stale. */
  async function file(event: Fetching): Promise<Response> {
    const { request } = event;
    const known = await kept(request.url);
    if (known) return known;
    const answer = await fetch(request);
    const copy = answer.clone();
    if (answer.status === 200) event.waitUntil(caches.open(mine).then(cache => cache.put(request.url, copy)));
    return answer;
  }

  /**
   * Shows a push (`PushPayload`); always, as browsers demand: an unreadable push shows without its text. It replaces
   * the notification of the same place, silently if that one is about the same message.
   */
  async function show(event: Pushing): Promise<void> {
    const { registration } = worker;
    let push: { title?: string; body?: string; tag?: string; link?: string } = {};
    try {
      push = (event.data?.json() ?? {}) as typeof push;
    } catch {
      // Shown without its text.
    }
    const { title = 'Palabre', body = '', tag = 'palabre', link = '/' } = push;
    const shown = await registration.getNotifications({ tag });
    const isKnown = shown.some(one => (one.data as { link?: string } | null)?.link === link);
    const look = { icon: '/icon-192.png', tag, data: { link }, renotify: !isKnown };
    await registration.showNotification(title, { body, ...look });
  }

  /** Asks a tab to open a path without a reload; false if it does not answer, like a tab without a session. */
  const opensIn = (tab: Tab, link: string): Promise<boolean> =>
    new Promise(answer => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => answer(true);
      setTimeout(() => answer(false), tabTimeoutMs);
      tab.postMessage({ palabre: 'open', link }, [port2]);
    });

  /** Opens the message of a notification in an existing tab, or in a new one. */
  async function open({ notification }: Pressing): Promise<void> {
    notification.close();
    const { link = '/' } = (notification.data ?? {}) as { link?: string };
    const address = new URL(link, location.origin);
    if (address.origin !== location.origin) return;
    const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const tab = tabs.find(one => one.focused) ?? tabs.find(one => one.visibilityState === 'visible') ?? tabs[0];
    if (!tab) return void (await worker.clients.openWindow(address.href));
    await tab.focus().catch(() => {});
    if (await opensIn(tab, link)) return;
    await tab.navigate(address.href).catch(() => worker.clients.openWindow(address.href));
  }

  /** Asks the tabs to subscribe again; without a tab, the page does so as it opens. */
  async function subscribeAgain(): Promise<void> {
    const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const tab of tabs) tab.postMessage({ palabre: 'subscribe' });
  }

  worker.addEventListener('push', event => event.waitUntil(show(event)));
  worker.addEventListener('notificationclick', event => event.waitUntil(open(event)));
  worker.addEventListener('pushsubscriptionchange', event => event.waitUntil(subscribeAgain()));
  worker.addEventListener('install', event => event.waitUntil(install()));
  worker.addEventListener('activate', event => event.waitUntil(activate()));
  worker.addEventListener('fetch', event => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== location.origin) return;
    if (pathname.startsWith('/assets/')) event.respondWith(file(event));
    else if (
      mode === 'navigate' &&
      !/^\/(api|auth|socket\.io|healthz|readyz|metrics)(\/|$)|\.\w{2,5}$/.test(pathname)
    ) {
      event.respondWith(page(event));
    }
  });
}

work(self as unknown as Worker);
