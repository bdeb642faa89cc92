import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const paints = join(import.meta.dirname, 'page-paints.js');

/** Measures of one page load. */
export interface Opening {
  requests: number;
  /** Requests for scripts and stylesheets. */
  code: number;
  /** Bytes received, headers included; cached files count nothing. */
  bytes: number;
  scriptBytes: number;
  /** Calls to the API. */
  calls: number;
  /** Duplicate calls to the API. */
  repeated: number;
  /** Milliseconds from the start of the navigation. */
  firstPaint: number;
  largestPaint: number;
  /** Cumulative layout shift (CLS). */
  shift: number;
}

interface Who {
  token: string;
  userId: string;
}

/** Clears everything of Palabre in a browser, then stores a session if one is given. */
export async function signIn(page: Page, origin: string, who: Who | null): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.goto(`${origin}/healthz`);
  if (!who) return;
  await page.evaluate(({ token, userId }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('sessionStore', JSON.stringify({ token, user: { _id: userId }, isLoggedIn: true }));
    // biome-ignore lint/suspicious/noDocumentCookie: the page itself stores the token in this cookie.
    document.cookie = `token=${token}; path=/; SameSite=Strict`;
  }, who);
}

/** Counts network requests and bytes; the returned function gives the totals. */
function watchNetwork(session: CDPSession) {
  const kinds = new Map<string, { type: string; call: string | null; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    const { pathname, search } = new URL(request.url);
    const call = pathname.startsWith('/api/') ? `${request.method} ${pathname}${search}` : null;
    kinds.set(requestId, { type, call, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = kinds.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => void kinds.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) kinds.delete(requestId);
  });
  return () => {
    const all = [...kinds.values()].filter(({ type }) => type !== 'WebSocket');
    const calls = all.flatMap(({ call }) => call ?? []);
    const bytes = (some: typeof all) => some.reduce((sum, one) => sum + one.bytes, 0);
    return {
      requests: all.length,
      code: all.filter(({ type }) => type === 'Script' || type === 'Stylesheet').length,
      bytes: bytes(all),
      scriptBytes: bytes(all.filter(({ type }) => type === 'Script')),
      calls: calls.length,
      repeated: calls.length - new Set(calls).size,
    };
  };
}

async function open(page: Page, url: string, painted: string): Promise<Opening> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const counted = watchNetwork(session);
  await page.goto(url);
  await page.locator(painted).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { first, largest, shift } = await page.evaluate<{ first: number; largest: number; shift: number }>('paints');
  await session.detach();
  return { ...counted(), firstPaint: first, largestPaint: largest, shift };
}

/** Measures openings of pages, each in a new tab: with an empty cache, and again with the browser's cache. */
export async function openings(
  browser: BrowserContext,
  { origin, channel, ...who }: Who & { origin: string; channel: string },
): Promise<[string, Opening][]> {
  const measure = async (url: string, painted: string): Promise<Opening> => {
    const page = await browser.newPage();
    await page.addInitScript({ path: paints });
    const opening = await open(page, origin + url, painted);
    await page.close();
    return opening;
  };
  const prepare = async (session: Who | null) => {
    const page = await browser.newPage();
    await signIn(page, origin, session);
    await page.close();
  };
  const form = 'form';
  const message = '[role="log"] [role="article"], [role="log"] article';
  const all: [string, Opening][] = [];
  await prepare(null);
  all.push(['/login, first time', await measure('/login', form)], ['/login, again', await measure('/login', form)]);
  await prepare(who);
  all.push(['a channel, first time', await measure(channel, message)]);
  all.push(['a channel, again', await measure(channel, message)]);
  return all;
}
