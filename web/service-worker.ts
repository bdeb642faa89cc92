/** What this build is called, and the files of its shell; written here by the build (web/vite/worker.ts). */
declare const version: string;
declare const shellFiles: string[];

/** What TypeScript's library of pages lacks of a worker's. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
}

/**
 * Keeps the files of the page, so that it opens without a connection: it knows no answer of the API and no file of people's.
 * A page that is opened is asked of the server first, so that nobody stays with an earlier version.
 */
function work(worker: Worker): void {
  const prefix = 'palabre-shell-';
  const mine = prefix + version;
  const shell = '/';
  /** How long the server is waited for before the page that is kept opens, in milliseconds. */
  const patience = 3_000;

  const kept = async (address: string): Promise<Response | undefined> =>
    (await caches.open(mine)).match(address, { ignoreVary: true });

  async function install(): Promise<void> {
    const cache = await caches.open(mine);
    const page = await fetch(shell, { cache: 'no-store', credentials: 'omit' });
    const text = await page.clone().text();
    // An upgrade is under way, and another process answered: this is tried again at the next opening.
    if (!page.ok || !text.includes(shellFiles[0] ?? ''))
      throw new Error('the page and its worker are not of one version');
    await cache.addAll(shellFiles);
    await cache.put(shell, page);
    await worker.skipWaiting();
  }

  async function activate(): Promise<void> {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith(prefix) && name !== mine).map(name => caches.delete(name)));
    // Firefox gives a page up, and its worker, when what was preloaded for it is refused.
    const preload = worker.registration.navigationPreload;
    await (navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable());
    await worker.clients.claim();
  }

  async function page(event: Fetching): Promise<Response> {
    const fresh = (async () => (await event.preloadResponse) ?? fetch(event.request))();
    event.waitUntil(fresh.catch(() => {}));
    const late = new Promise<undefined>(done => setTimeout(done, patience));
    const answer = await Promise.race([fresh.catch(() => undefined), late]);
    // A server that is going down has no page; what it refuses or sends elsewhere is its word.
    if (answer && answer.status < 500) return answer;
    return (await kept(shell)) ?? fresh;
  }

  /** The name of a file says what is in it: one that is there is right. */
  async function file(event: Fetching): Promise<Response> {
    const { request } = event;
    const known = await kept(request.url);
    if (known) return known;
    const answer = await fetch(request);
    const copy = answer.clone();
    if (answer.status === 200) event.waitUntil(caches.open(mine).then(cache => cache.put(request.url, copy)));
    return answer;
  }

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
