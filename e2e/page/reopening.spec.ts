import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { test as base, type Page } from '@playwright/test';
import { isInstalled, isKept, keepsUnsent, keptAnswers } from '../support/kept.ts';
import { Server } from '../support/server.ts';
import {
  channelLink,
  expect,
  hear,
  messages,
  People,
  say,
  saying,
  settled,
  still as test,
  told,
} from '../support/test.ts';

/** Holds back all API requests from now on. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/api/**', async route => {
    await held;
    await route.continue();
  });
  return release;
}

test('A later visit, or a second tab, shows the kept data before any answer, then what happened meanwhile', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const place = await people.workspace(camille, 'Atelier Tilleul');
  const body = { channelId: place.welcome._id, content: 'Bonjour à tous' };
  await camille.client.ok(api.messages.send, { body });
  const first = await people.open(camille, place.path);
  await expect(saying(first, 'Bonjour à tous')).toBeVisible();
  await isKept(first);
  expect(await keptAnswers(first, 'Bonjour')).toMatchObject({ readable: false });

  const again = await first.context().newPage();
  await first.close();
  await camille.client.ok(api.messages.send, { body: { ...body, content: 'Dit entre deux visites' } });
  const release = await holdAnswers(again);
  await again.goto(place.path);
  await expect(saying(again, 'Bonjour à tous')).toBeVisible();
  await expect(channelLink(again, 'général')).toBeVisible();
  await expect(messages(again)).toHaveCount(1);
  release();
  await expect(saying(again, 'Dit entre deux visites')).toBeVisible();
  await expect(messages(again)).toHaveCount(2);
});

/** Clears the answers kept on the device, but not the user's last place. */
const forgetAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise(done => {
        const asked = indexedDB.deleteDatabase('palabre-answers');
        asked.onsuccess = done;
        asked.onerror = done;
      }),
  );

for (const first of ['the page shows what it knew', 'the server has answered', 'a slow machine draws'] as const) {
  test(`A place that the user may no longer see is reported once and requested once, when first ${first}`, async ({
    people,
  }) => {
    const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
    const place = await people.workspace(camille, 'Atelier Tilleul', karim);
    const params = { id: place.workspace._id };
    await camille.client.ok(api.messages.send, { body: { channelId: place.welcome._id, content: 'Entre nous' } });
    const page = await people.open(karim, place.path);
    await expect(saying(page, 'Entre nous')).toBeVisible();
    await isKept(page);
    await page.goto('/healthz');
    if (first === 'the server has answered') await forgetAnswers(page);
    await camille.client.ok(api.members.kick, { params, body: { userId: karim.user._id } });
    // The messages are requested with the rest; other requests that would be refused are not sent, and one sentence
    // tells the loss.
    people.expectRefused(/404 GET \/api\/message\/(paginated|changes)/);
    const refused: string[] = [];
    page.on('response', answer => answer.status() >= 400 && refused.push(answer.url()));
    const isSlow = first === 'a slow machine draws';
    const cdp = await page.context().newCDPSession(page);
    if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    const release = isSlow ? () => {} : await holdAnswers(page);
    const said = await hear(page);
    await page.goto(place.path, { waitUntil: 'commit' });
    if (first === 'the page shows what it knew') await expect(saying(page, 'Entre nous')).toBeVisible();
    release();
    await told(page, 'Vous ne faites plus partie de ce workspace.');
    await expect(page).toHaveURL('/workspaces');
    await expect(page.getByText('Entre nous')).toHaveCount(0);
    await settled(page);
    expect(refused.length, refused.join()).toBeLessThanOrEqual(1);
    expect(await said()).toHaveLength(1);
    await expect.poll(async () => (await keptAnswers(page, '')).things).toBeLessThan(5);
    // Once told, the loss is over: it is a workspace like any other.
    await page.goto(place.path);
    await expect(page.getByRole('button', { name: 'Rejoindre Atelier Tilleul' })).toBeVisible();
  });
}

test('The kept data leave the device when the user turns them off, and at logout', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const place = await people.workspace(camille, 'Atelier Tilleul');
  await camille.client.ok(api.messages.send, { body: { channelId: place.welcome._id, content: 'Bonjour à tous' } });
  const page = await people.open(camille, place.path);
  await expect(saying(page, 'Bonjour à tous')).toBeVisible();
  await isKept(page);
  await page.goto('/settings/general');
  const choice = page.getByRole('switch', { name: 'Rouvrir aussitôt, même sans connexion' });
  await choice.click();
  await expect.poll(async () => (await keptAnswers(page, '')).things).toBe(0);
  await choice.click();
  await page.goto(place.path);
  await isKept(page);
  await page
    .getByRole('button', { name: /Camille/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(async () => (await keptAnswers(page, '')).things).toBe(0);
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(left).not.toContain(camille.user._id);
});

base(
  'Without its server the page opens again, shows the last channel and what waits to be sent, and says that it is not connected',
  async ({ browser }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'palabre-reopening-'));
    const server = new Server(dataDir);
    await server.start();
    const people = new People(browser, server.url);
    try {
      const camille = await people.register('Camille', 'Moreau');
      const place = await people.workspace(camille, 'Atelier Tilleul');
      await camille.client.ok(api.messages.send, { body: { channelId: place.welcome._id, content: 'Bonjour à tous' } });
      const page = await people.open(camille, place.path, { serviceWorkers: 'allow' });
      await isKept(page);
      await expect.poll(async () => (await keptAnswers(page, '')).members).toBe(1);
      await isInstalled(page);
      await server.kill();
      await say(page, 'Écrit sans serveur');
      await expect(saying(page, 'Écrit sans serveur')).toHaveAttribute('data-state', 'waiting');
      await keepsUnsent(page, 1);
      await page.goto(place.path);
      await expect(saying(page, 'Bonjour à tous')).toBeVisible();
      await expect(saying(page, 'Écrit sans serveur')).toHaveAttribute('data-state', 'waiting');
      await expect(channelLink(page, 'général')).toBeVisible();
      await expect(page.getByText('Le serveur ne répond pas.', { exact: false })).toBeVisible();
      // The kept members show, nobody as online, the user included.
      await expect(page.getByRole('heading', { name: 'Membres – 1' })).toBeVisible();
      await expect(page.getByRole('group', { name: 'Membres' })).not.toContainText('En ligne');
      const navigation = page.getByRole('region', { name: 'Navigation' });
      await expect(navigation.getByRole('button', { name: /Camille Moreau/ })).toContainText('Hors ligne');
      // The service worker's cache holds no API answer.
      const addresses = await page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(addresses.filter(path => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
      await server.start();
      await camille.client.ok(api.messages.send, { body: { channelId: place.welcome._id, content: 'De retour' } });
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(saying(page, 'De retour')).toBeVisible();
      await expect(saying(page, 'Écrit sans serveur')).toHaveAttribute('data-state', 'sent');
      await expect(page.getByRole('heading', { name: 'En ligne – 1' })).toBeVisible();
      expect(people.mistakes).toEqual([]);
    } finally {
      await people.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test('The page opened after an upgrade is the new one, and the old one’s kept data are cleared', async ({ people }) => {
  const target = new URL(people.url);
  let version = 1;
  /** Proxy to the same server that claims another version of page and worker. */
  const proxy = createServer((asked, answer) => {
    const { 'if-none-match': _tagged, 'if-modified-since': _since, ...given } = asked.headers;
    const headers = { ...given, host: target.host, origin: target.origin, 'accept-encoding': 'identity' };
    const passed = request({
      host: target.hostname,
      port: target.port,
      path: asked.url,
      method: asked.method,
      headers,
    });
    passed.on('response', got => {
      const ours = got.headers['content-type']?.includes('html') || asked.url === '/sw.js';
      const pieces: Buffer[] = [];
      got.on('data', (piece: Buffer) => pieces.push(piece));
      got.on('end', () => {
        let body = Buffer.concat(pieces);
        const text = body.toString().replace('<title>Palabre', `<title>Palabre ${version}`);
        if (ours)
          body = Buffer.from(asked.url === '/sw.js' ? text.replace(/\b[0-9a-f]{16}\b/, `$&-v${version}`) : text);
        const { 'content-length': _length, etag: _tag, ...kept } = got.headers;
        answer.writeHead(got.statusCode ?? 502, { ...kept, 'content-length': body.length }).end(body);
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const camille = await people.register('Camille', 'Moreau');
    const place = await people.workspace(camille, 'Atelier Tilleul');
    const { token } = camille.client;
    const page = await people.stranger(`${url}/healthz`, { serviceWorkers: 'allow' });
    await page.evaluate(
      ([key, user]) => {
        localStorage.setItem('token', key as string);
        localStorage.setItem('sessionStore', JSON.stringify({ token: key, user, isLoggedIn: true }));
      },
      [token, camille.user] as const,
    );
    const opened = async () => (await (await page.goto(url + place.path))?.text())?.match(/<title>(.*)<\/title>/)?.[1];
    expect(await opened()).toBe('Palabre 1');
    await isInstalled(page);
    expect(await opened()).toBe('Palabre 1');
    version = 2;
    expect(await opened()).toBe('Palabre 2');
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/-v2$/)]);
  } finally {
    await new Promise(done => {
      proxy.closeAllConnections();
      proxy.close(done);
    });
  }
});
