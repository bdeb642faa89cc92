import { api } from '@palabre/common/contract/index.ts';
import { type CDPSession, chromium } from '@playwright/test';
import { findWholeChromium } from '../../tools/chromium.ts';
import { isInstalled } from '../support/kept.ts';
import { expect, flashed, type Page, People, saying, test } from '../support/test.ts';

/** Makes the browser subscribe by itself: its push service is out of reach here. */
const subscribeAlone = (page: Page) =>
  page.addInitScript(() => {
    const bytes = (length: number, value: number) => new Uint8Array(length).fill(value).buffer;
    // A point of the curve, as the server wants one.
    const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0)).buffer;
    let subscription: object | null = null;
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async options => {
      subscription = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        options: { applicationServerKey: bytesOf(String(options?.applicationServerKey)) },
        getKey: (name: string) => (name === 'auth' ? bytes(16, 1) : bytesOf(point)),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription as PushSubscription;
    };
  });

/** Finds the page's service worker as the browser names it. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>(resolve => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  return found;
}

/** Lists the notifications that the device shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('A push is shown by the service worker, opens its message in the tab that is there, and closes once its place is read elsewhere', async ({
  baseURL,
}) => {
  const executablePath = findWholeChromium();
  test.skip(executablePath === undefined, 'The headless build of Chromium shows no notifications');
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const people = new People(browser, baseURL ?? '');
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  const { conversation } = await karim.client.ok(api.conversations.create, { body: { users: [camille.user._id] } });
  const say = async (content: string) =>
    (await karim.client.ok(api.messages.send, { body: { conversationId: conversation._id, content } })).message;
  const first = await say('Le devis est signé');

  const page = await people.open(camille, '/home', { serviceWorkers: 'allow', permissions: ['notifications'] });
  await subscribeAlone(page);
  await page.goto('/settings/general');
  await isInstalled(page);
  await page.getByRole('switch', { name: 'Notifications sur cet appareil' }).click();
  await expect(page.getByText('Aucune reçue encore')).toBeVisible();
  const { devices } = await camille.client.ok(api.push.devices);
  expect(devices).toMatchObject([{ detail: 'all' }]);

  const cdp = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(cdp);
  const origin = new URL(page.url()).origin;
  const deliver = (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const tag = conversation._id;
  const link = `/conversation/${tag}?message=${first._id}`;
  await deliver(JSON.stringify({ title: 'Karim Benali vous a écrit', body: 'Le devis est signé', tag, link }));
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Karim Benali vous a écrit', body: 'Le devis est signé', tag }]);
  await deliver(JSON.stringify({ title: '2 messages de Karim Benali', body: 'Et payé', tag, link }));
  await expect.poll(() => shown(page)).toEqual([{ title: '2 messages de Karim Benali', body: 'Et payé', tag }]);
  // One that cannot be read is shown all the same.
  await deliver('illisible');
  await expect
    .poll(async () => (await shown(page)).map(({ title }) => title).sort())
    .toEqual(['2 messages de Karim Benali', 'Palabre']);

  const [worker] = page.context().serviceWorkers();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await worker?.evaluate(async wanted => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications({ tag: wanted });
    const Pressed = (globalThis as unknown as { NotificationEvent: new (type: string, of: object) => Event })
      .NotificationEvent;
    globalThis.dispatchEvent(new Pressed('notificationclick', { notification }));
  }, tag);
  await flashed(page, 'Le devis est signé');
  await expect(saying(page, 'Le devis est signé')).toBeVisible();
  // The tab was not loaded anew.
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await expect.poll(async () => (await shown(page)).map(one => one.title)).toEqual(['Palabre']);

  await page.goto('/settings/general');
  const second = await say('Et payé');
  const next = `/conversation/${tag}?message=${second._id}`;
  await deliver(JSON.stringify({ title: 'Karim Benali vous a écrit', body: 'Et payé', tag, link: next }));
  await expect.poll(async () => (await shown(page)).map(one => one.tag)).toContain(tag);
  await camille.client.ok(api.unread.mark, { body: { conversationId: tag, position: second.position } });
  await expect.poll(async () => (await shown(page)).map(one => one.tag)).not.toContain(tag);
  await browser.close();
  expect(people.mistakes).toEqual([]);
});
