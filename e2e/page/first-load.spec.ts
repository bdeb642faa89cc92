import { api } from '@palabre/common/contract/index.ts';
import type { Page } from '@playwright/test';
import { deafToSocieties } from '../support/deaf.ts';
import {
  type Account,
  channelLink,
  composer,
  expect,
  heard,
  holdBack,
  messages,
  type Place,
  saying,
  settled,
  still as test,
} from '../support/test.ts';

/** Records a page's requests and console errors from now on. */
function watch(page: Page) {
  const calls: string[] = [];
  const failed: string[] = [];
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('console', said => {
    // `/healthz`, the previous page, has no icon.
    const ours = !said.location().url.endsWith('/favicon.ico');
    if (said.type() === 'error' && ours) failed.push(`${said.text()} ${said.location().url}`);
  });
  return {
    calls,
    failed,
    clear: () => {
      for (const list of [calls, failed]) list.length = 0;
    },
    repeated: () => calls.filter((call, index) => calls.indexOf(call) !== index),
  };
}

/**
 * Runs in the page: marks the frame that shows the first messages, and keeps the page busy until then, however slow the
 * machine.
 */
function markMessages(): void {
  const later: (() => void)[] = [];
  window.requestIdleCallback = begin => later.push(() => begin({ didTimeout: false, timeRemaining: () => 10 }));
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('[role=log] article')) return;
    watcher.disconnect();
    requestAnimationFrame(() => {
      performance.mark('messages shown');
      window.requestIdleCallback = begin => window.setTimeout(begin);
      for (const begin of later) begin();
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
}

/** Waits until a channel shows its messages, its list and its people, and its socket is connected. */
async function whole(page: Page, { user }: Account): Promise<void> {
  await expect(messages(page).last()).toBeVisible();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('complementary').getByText(user.firstName).first()).toBeVisible();
  await settled(page);
}

async function spoken(people: Parameters<Parameters<typeof test>[2]>[0]['people']): Promise<[Account, Place]> {
  const camille = await people.register('Camille', 'Moreau');
  const place = await people.workspace(camille, 'Atelier Tilleul', await people.register('Karim', 'Benali'));
  for (const content of ['Bonjour à tous', 'La **charpente** est posée']) {
    await camille.client.ok(api.messages.send, { body: { channelId: place.welcome._id, content } });
  }
  return [camille, place];
}

test('An opened channel requests each thing once, in parallel with its code, at first, again and on reload', {
  tag: '@daily',
}, async ({ people }) => {
  const [camille, place] = await spoken(people);
  // The browser has a session, and nothing of the page yet.
  const page = await people.open(camille, '/healthz');
  const seen = watch(page);

  await deafToSocieties(page);
  await page.addInitScript(markMessages);
  await page.goto(place.path, { waitUntil: 'commit' });
  await expect(messages(page).last()).toBeVisible();
  // Requests of the idle page do not count.
  const toPaint = await page.evaluate(() => {
    const shown = performance.getEntriesByName('messages shown')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shown);
    return [...new Set(before.map(({ name }) => new URL(name).pathname))].filter(path => /\.(js|css)$/.test(path));
  });
  expect(toPaint.length, toPaint.join(' ')).toBeLessThanOrEqual(15);
  expect(toPaint.length).toBeGreaterThan(5);
  await whole(page, camille);
  expect(seen.repeated()).toEqual([]);
  expect(seen.failed).toEqual([]);
  expect(seen.calls).toContain('POST /api/user/verify-token');

  for (const again of [() => page.reload(), () => page.goto(place.path)]) {
    seen.clear();
    await again();
    await whole(page, camille);
    expect(seen.repeated()).toEqual([]);
    expect(seen.failed).toEqual([]);
  }
});

test('The members of a channel are requested once, though their panel renders while the request is pending', async ({
  people,
}) => {
  const [camille, place] = await spoken(people);
  const page = await people.open(camille, '/healthz');
  await deafToSocieties(page);
  const seen = watch(page);
  const release = await holdBack(page, '**/members?**');
  const panel = page.waitForResponse(/\/assets\/members-[^/]*\.js$/);
  await page.goto(place.path);
  await panel;
  await page.waitForFunction(() => new Promise(done => requestIdleCallback(() => done(true))));
  release();
  await whole(page, camille);
  expect(seen.repeated()).toEqual([]);
});

test('The requests of a channel are sent at once: none waits for another’s answer', async ({ people }) => {
  const [camille, place] = await spoken(people);
  const page = await people.open(camille, '/healthz');
  // No answer comes: the requests that are sent anyway wait for none.
  const asked = new Set<string>();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/api/**', async route => {
    asked.add(new URL(route.request().url()).pathname.replaceAll(/[0-9a-f-]{36}/g, 'ID'));
    await held;
    await route.continue();
  });
  await page.goto(place.path);
  const needed = ['/api/user/verify-token', '/api/boot', '/api/unread', '/api/message/paginated'];
  // The members are fetched only once the socket is connected; the user's hours, the settings of the place and
  // announcements once the page has been idle.
  const whenIdle = [api.availability.own, api.settings.shown, api.announcements.shown].map(({ path }) => `/api${path}`);
  const isLater = (path: string) => path.endsWith('/members') || whenIdle.includes(path);
  await expect.poll(() => [...asked].filter(path => !isLater(path)).sort()).toEqual([...needed].sort());
  release();
  await whole(page, camille);
});

test('Messages and channels made while the page opens, before its socket connects, show', async ({ people }) => {
  const [camille, place] = await spoken(people);
  const page = await people.open(camille, '/healthz');
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  // The socket connects late, long after the lists and messages were answered.
  await page.routeWebSocket('**/socket.io/**', async socket => {
    await held;
    socket.connectToServer();
  });
  await page.goto(place.path);
  await expect(saying(page, 'Bonjour à tous')).toBeVisible();
  await expect(page.getByRole('link', { name: 'général' })).toBeVisible();
  await camille.client.ok(api.messages.send, {
    body: { channelId: place.welcome._id, content: 'Dit trop tôt pour le socket' },
  });
  await camille.client.ok(api.channels.create, {
    body: { title: 'fait-trop-tot', visibility: 'public', workspaceId: place.workspace._id },
  });
  release();
  await expect(saying(page, 'Dit trop tôt pour le socket')).toBeVisible();
  await expect(page.getByRole('link', { name: 'fait-trop-tot' })).toBeVisible();
});

test('An opening page is never empty, and announces no reconnection', async ({ people }) => {
  const [camille, place] = await spoken(people);
  const page = await people.open(camille, '/healthz');
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async route => {
    await held;
    await route.continue();
  });
  await page.goto(place.path, { waitUntil: 'commit' });
  await expect(page.locator('.opening-panel')).toBeVisible();
  await expect(page.locator('.opening-list i').first()).toBeVisible();
  const bar = await page.locator('.opening-bar').boundingBox();
  const said: string[] = [];
  await page.exposeFunction('saidStatus', (text: string) => void said.push(text));
  release();
  await page.evaluate(() => {
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role="status"]'))
        void (window as unknown as { saidStatus: (text: string) => void }).saidStatus(textContent);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await whole(page, camille);
  expect(await page.getByRole('navigation').first().boundingBox()).toEqual(bar);
  expect(said.filter(text => /retour|perdue|hors ligne|répond/.test(text))).toEqual([]);
});

test('An invalid session leads to the login page, and back after the login', async ({ people }) => {
  const [camille, place] = await spoken(people);
  await camille.client.ok(api.users.logout);
  // Requests sent at the same time as the session's verification.
  people.expectRefused(/^401 GET /);
  const page = await people.open(camille, place.path);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toContainText('Cette session a été fermée depuis un autre appareil.');
  expect(await heard(page)).toEqual([]);
  expect(await page.evaluate(() => [localStorage.getItem('token'), document.cookie])).toEqual([null, '']);
  await page.getByLabel('E-mail').fill(camille.email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(camille.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(place.path);
  await expect(saying(page, 'Bonjour à tous')).toBeVisible();
});

test('A cached channel is requested once more as its link is pressed, however slowly', async ({ people }) => {
  const [camille, place] = await spoken(people);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'chantier', visibility: 'public', workspaceId: place.workspace._id },
  });
  await camille.client.ok(api.messages.send, { body: { channelId: channel._id, content: 'Le bardage arrive' } });
  const page = await people.open(camille, place.path);
  await channelLink(page, 'chantier').click();
  await expect(saying(page, 'Le bardage arrive')).toBeVisible();
  await settled(page);
  const { calls } = watch(page);
  const answered = page.waitForResponse(/message\/changes/);
  await channelLink(page, 'général').hover();
  await page.mouse.down();
  await answered;
  await page.mouse.up();
  await expect(saying(page, 'Bonjour à tous')).toBeVisible();
  await settled(page);
  const { welcome } = place;
  // The members may be fetched again.
  expect(calls.filter(call => call.includes('/message/') && call.includes(welcome._id))).toEqual([
    expect.stringContaining(`GET /api/message/changes?channelId=${welcome._id}`),
  ]);
});
