import { expect, type Page } from './test.ts';

/** Measures the answers kept in this browser: entries, places, bytes, and whether a text is readable in them. */
export const keptAnswers = (page: Page, text: string) =>
  page.evaluate(async said => {
    const opening = indexedDB.open('palabre-answers');
    const database = await new Promise<IDBDatabase>((done, failed) => {
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => failed(opening.error);
    });
    if (!database.objectStoreNames.contains('sealed'))
      return { things: 0, members: 0, places: 0, bytes: 0, readable: false };
    const store = database.transaction('sealed').objectStore('sealed');
    const asking = [store.getAll(), store.getAllKeys()];
    const [all, names] = await Promise.all(
      asking.map(one => new Promise<unknown[]>(done => one.addEventListener('success', () => done(one.result)))),
    );
    database.close();
    const readable = (all as { bytes: ArrayBuffer }[]).some(({ bytes }) =>
      new TextDecoder().decode(bytes).includes(said),
    );
    const members = names?.filter(name => String(name).includes('/q["/workspace/:id/members"')).length ?? 0;
    const isPlace = (_: unknown, index: number) => /\/p[^/]*$/.test(String(names?.[index]));
    const places = (all as { bytes: ArrayBuffer }[]).filter(isPlace);
    const bytes = places.reduce((sum, one) => sum + one.bytes.byteLength, 0);
    return { things: all?.length ?? 0, members, places: places.length, bytes, readable };
  }, text);

/** Waits until a place is kept with the last messages that the page received: at first it may be with their first page alone. */
export const keepsPlace = (page: Page, placeId: string) =>
  expect
    .poll(() =>
      page.evaluate(id => {
        const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const pages = answers.filter(({ name }) => name.includes('/api/message/paginated'));
        const keptAtMs = performance.getEntriesByName(`palabre:stored p${id}`).at(-1)?.startTime ?? 0;
        return keptAtMs > Math.max(0, ...pages.map(({ responseEnd }) => responseEnd));
      }, placeId),
    )
    .toBe(true);

/** Waits until so many unsent messages are kept: a message shows before it is. */
export const keepsUnsent = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const opening = indexedDB.open('palabre-outbox');
        await new Promise(done => opening.addEventListener('success', done));
        const counting = opening.result.transaction('entries').objectStore('entries').count();
        await new Promise(done => counting.addEventListener('success', done));
        opening.result.close();
        return counting.result;
      }),
    )
    .toBe(count);

/** Holds back the answers kept in this browser from the next load on; the returned function releases them. */
export async function holdKept(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    let release = () => {};
    const released = new Promise<void>(done => {
      release = done;
    });
    const { decrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.decrypt = async function (...given) {
      await released;
      return decrypt.apply(this, given);
    };
    Object.assign(window, { releaseKept: release });
  });
  return () => page.evaluate(() => (window as unknown as { releaseKept: () => void }).releaseKept());
}

/** Waits until the channel, its list and the user are kept; the members, whom a narrow page does not show, beside. */
export async function isKept(page: Page): Promise<void> {
  const others = async () => {
    const { things, members } = await keptAnswers(page, '');
    return things - members;
  };
  await expect.poll(others).toBeGreaterThanOrEqual(7);
  await expect.poll(async () => (await keptAnswers(page, '')).places).toBe(1);
}

/** Waits until the service worker has cached the page. */
export const isInstalled = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = await caches.keys();
          const cache = names[0] && (await caches.open(names[0]));
          return Boolean(cache && (await cache.match('/')) && navigator.serviceWorker.controller);
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
