import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { type Launched, launchPalabre } from '../../tools/launch.ts';
import { Door } from './door.ts';
import type { Driver } from './driver.ts';
import { Page } from './page.ts';

const password = 'un mot de passe sûr';
const message = '[role=log] article';
const composer = 'textarea[aria-label^="Message pour"]';

interface Person {
  email: string;
  client: Client;
}

/** Declares the tests that every browser must pass, in a browser started by `start`. */
export function smoke(start: () => Promise<Driver>): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-browsers-'));
  const door = new Door();
  let [server, driver]: [Launched | undefined, Driver | undefined] = [undefined, undefined];

  beforeAll(async () => {
    await door.open();
    const variables = { DATA_DIR: dataDir, PUBLIC_URL: door.url, RATE_LIMITS: 'off' };
    server = launchPalabre({ variables, showErrors: true });
    const browser = start().then(started => {
      driver = started;
    });
    const [{ output }] = await Promise.all([server.ready(), browser]);
    // The server chooses its port, and tells it beside the address of the door.
    door.leadTo(Number(/^ {2}écoute +\S+:(\d+)$/m.exec(output)?.[1]));
  });
  afterEach(() => {
    expect(door.violations.splice(0), 'what the Content-Security-Policy refused').toEqual([]);
  });
  afterAll(async () => {
    await driver?.close();
    await door.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function register(firstName: string, lastName: string): Promise<Person> {
    const email = `${firstName}.${crypto.randomUUID()}@exemple.fr`.toLowerCase();
    const body = { firstName, lastName, email, password };
    const { token } = await new Client(door.url).ok(api.users.register, { body });
    return { email, client: new Client(door.url, token) };
  }

  /** Registers two people who share a channel. */
  async function meet() {
    const [camille, karim] = [await register('Camille', 'Moreau'), await register('Karim', 'Benali')];
    const { workspace } = await camille.client.ok(api.workspaces.create, { body: { title: 'Atelier' } });
    await karim.client.ok(api.workspaces.join, { params: { id: workspace._id } });
    const channelId = workspace.welcomeChannel;
    return { camille, karim, channelId, path: `/workspace/${workspace._id}/channel/${channelId}` };
  }

  /** Signs in by the form in a new window, and opens the channel. */
  async function signIn({ email }: Person, path: string): Promise<Page> {
    if (!driver) throw new Error('no browser');
    const page = new Page(await driver.open(), door.url);
    await page.goto('/login');
    await page.click('input[type=email]');
    await page.type(email);
    await page.click('input[type=password]');
    await page.type(password);
    await page.press('Enter');
    await page.until('/workspaces', () => location.pathname);
    await page.sees('h1');
    // WebKit never answers for a database that the page before was opening when it was left.
    await page.until(true, haveDatabasesAnswered);
    await page.goto(path);
    await page.sees(composer);
    return page;
  }

  async function say(page: Page, text: string): Promise<void> {
    await page.click(composer);
    await page.type(text);
    await page.press('Enter');
    await page.sees(message, text);
  }

  test('two people sign in and talk, correct what they said, and choose an emoji', async () => {
    const { camille, karim, path } = await meet();
    const [a, b] = [await signIn(camille, path), await signIn(karim, path)];
    await say(a, 'Bonjour Karim');
    await b.sees(`${message}[data-state=sent]`, 'Bonjour Karim');
    await say(b, 'Bonjour Camile');
    await a.sees(message, 'Bonjour Camile');
    await b.sees(`${message}[data-state=sent]`, 'Bonjour Camile');
    await b.press('ArrowUp');
    await b.until('Bonjour Camile', typedIn, composer);
    await b.type(', rebonjour');
    await b.press('Enter');
    await a.sees(message, 'Bonjour Camile, rebonjour');
    await a.sees(message, '(modifié)');

    await a.click('button', 'Ajouter un emoji');
    await a.click('input[role=combobox]');
    await a.type('fusee');
    // The results of the first letters have other places, and go.
    await a.until('🚀', firstEmoji);
    await a.click('[role=option]', 'fusée');
    await a.until('🚀', typedIn, composer);
    await a.press('Enter');
    await b.sees(message, '🚀');
  });

  test('The page opens again without its server, with its last channel, its icons and its outbox', async () => {
    const { camille, channelId, path } = await meet();
    await camille.client.ok(api.messages.send, { body: { channelId, content: 'Bonjour à tous' } });
    const page = await signIn(camille, path);
    await page.sees(message, 'Bonjour à tous');
    await isKept(page, channelId);
    await door.shut();
    try {
      await say(page, 'Écrit sans serveur');
      await page.sees(`${message}[data-state=waiting]`, 'Écrit sans serveur');
      await isOutboxKept(page);
      // Twice: the second load is from a page whose worker may have been removed.
      for (const _ of ['first', 'again']) {
        await page.goto(path);
        await page.sees(message, 'Bonjour à tous');
        await page.sees(`${message}[data-state=waiting]`, 'Écrit sans serveur');
        await page.sees('a[aria-current=page]', 'général');
        await page.until(true, iconIsThere);
      }
    } finally {
      await door.reopen();
    }
    await page.evaluate(() => {
      window.dispatchEvent(new Event('online'));
    });
    await page.sees(`${message}[data-state=sent]`, 'Écrit sans serveur');
  });

  test('A list scrolled up stays in place when a message comes, and a list at its end follows', async () => {
    const { camille, karim, channelId, path } = await meet();
    const post = (content: string) => karim.client.ok(api.messages.send, { body: { channelId, content } });
    for (let n = 1; n <= 60; n += 1) await post(`Message ${n}\n\n${'texte '.repeat((n * 7) % 40)}`);
    await camille.client.ok(api.unread.markAll);
    const page = await signIn(camille, path);
    await page.sees(message, 'Message 60');
    await post('À la fin');
    await page.until(true, isInView, message, 'À la fin');
    await page.wheel('[role=log]', -900);
    await page.until(false, isInView, message, 'À la fin');
    const before = await untilStill(page);
    await post('Arrivé entre-temps');
    await page.sees('button', 'nouveau message');
    expect(await untilStill(page)).toEqual(before);
  });
}

/** Tells whether the page has heard from both of its databases. */
const haveDatabasesAnswered = (): boolean =>
  ['palabre-answers', 'palabre-outbox'].every(
    name => performance.getEntriesByName(`palabre:answered ${name}`).length > 0,
  );

/** Waits until the service worker has cached the page, and the device has the channel and the lists around it. */
async function isKept(page: Page, channelId: string): Promise<void> {
  await page.until(true, async () => {
    const [name] = await caches.keys();
    const files = name && (await caches.open(name));
    return Boolean(files && (await files.match('/')) && navigator.serviceWorker.controller);
  });
  const isSaved = (id: string) => {
    const marks = performance.getEntriesByType('mark').map(({ name }) => name);
    const stored = marks.filter(name => name.startsWith('palabre:stored ') && !name.includes('/members'));
    return stored.length >= 7 && stored.some(name => name.endsWith(` p${id}`));
  };
  await page.until(true, isSaved, channelId);
}

/** Waits until the device has stored the messages to send. */
const isOutboxKept = (page: Page): Promise<void> =>
  page.until(true, () => performance.getEntriesByName('palabre:stored outbox').length > 0);

/** Tells whether the channel's icon in the list can be decoded. */
async function iconIsThere(): Promise<boolean> {
  const icon = document.querySelector('a[aria-current=page] [data-visibility], a[aria-current=page][data-visibility]');
  const url = icon && /url\("?(.*?)"?\)/.exec(getComputedStyle(icon).getPropertyValue('--visibility'))?.[1];
  if (!url) return false;
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
}

/** Returns the text of a field that is focused with its cursor at the end; nothing before. */
function typedIn(selector: string): string | undefined {
  const field = document.querySelector<HTMLTextAreaElement>(selector);
  const isReady = field && document.activeElement === field && field.selectionStart === field.value.length;
  return isReady ? field.value.trim() : undefined;
}

/** Returns the first emoji that the picker has found. */
const firstEmoji = (): string | null | undefined =>
  document.querySelector('emoji-picker')?.shadowRoot?.querySelector('#search-results [role=option]')?.textContent;

function isInView(selector: string, text: string): boolean {
  const row = [...document.querySelectorAll(selector)].find(one => one.textContent?.includes(text));
  const log = document.querySelector('[role=log]')?.getBoundingClientRect();
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  return Boolean(row && log && top >= log.top - 1 && bottom <= log.bottom + 1);
}

/** Waits until the visible messages stand still, and returns their positions: by frames, which a slow machine draws late. */
async function untilStill(page: Page): Promise<unknown> {
  const look = async () => {
    const places = () => {
      const log = document.querySelector('[role=log]')?.getBoundingClientRect();
      return [...document.querySelectorAll('[role=log] article')].flatMap(row => {
        const { top, bottom } = row.getBoundingClientRect();
        const said = row.textContent?.match(/Message \d+/)?.[0];
        return log && bottom > log.top && top < log.bottom ? [`${said} ${Math.round(top)}`] : [];
      });
    };
    const before = places();
    for (let frame = 0; frame < 20; frame += 1) {
      await new Promise(requestAnimationFrame);
      if (String(places()) !== String(before)) return null;
    }
    return before;
  };
  let last: unknown = null;
  await expect
    .poll(async () => {
      last = await page.evaluate(look);
      return last;
    })
    .not.toBeNull();
  return last;
}
