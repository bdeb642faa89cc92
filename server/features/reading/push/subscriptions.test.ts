import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { countFromNow } from '../../../test/measures.ts';
import { PushService } from '../../../test/outside/push-service.ts';

const service = new PushService();
let palabre: Palabre;
let camille: Person;
let key: string;

beforeAll(async () => {
  await service.open();
  palabre = await startPalabre({
    env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: `https://push.exemple.fr, ${service.url}` },
  });
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  key = (await camille.ok(api.push.key)).key ?? '';
});
afterAll(() => service.close());

/** Subscribes the device of a person's session. */
async function subscribe(person: Person) {
  const browser = service.browser(key);
  const { device } = await person.ok(api.push.subscribe, { body: browser.subscription });
  return { browser, device };
}

const devices = async (person: Person) => (await person.ok(api.push.devices)).devices;

test('« Essayer » says what the push service answered, and deletes a subscription that is over', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const { browser, device } = await subscribe(karim);
  const other = await subscribe(await karim.elsewhere());
  const grown = await countFromNow(palabre.url);
  const essay = (id = device._id) => karim.call(api.push.test, { body: { id } });
  expect((await essay()).body).toMatchObject({ outcome: 'accepted', status: 201, device: { failures: 0 } });
  expect((await devices(karim))[0]?.lastSuccessAt).not.toBeNull();
  const english = { 'accept-language': 'en' };
  await karim.raw('PUT', '/api/push/subscription', { body: browser.subscription, headers: english });
  expect((await essay((await devices(karim))[0]?._id)).body.outcome).toBe('accepted');
  expect(browser.texts).toEqual([
    ['Palabre', 'Les notifications arrivent sur cet appareil.'],
    ['Palabre', 'Notifications reach this device.'],
  ]);
  expect(browser.arrived[0]?.payload.link).toBe('/settings/general');
  browser.answers = [403, 503, 0];
  expect((await essay()).body).toMatchObject({ outcome: 'refused', status: 403, device: { failures: 1 } });
  expect((await essay()).body).toMatchObject({ outcome: 'busy', status: 503, device: { failures: 1 } });
  expect((await essay()).body).toMatchObject({ outcome: 'unreachable', status: null, device: { failures: 1 } });
  expect((await camille.call(api.push.test, { body: { id: device._id } })).status).toBe(404);
  // A push service that administrators take off the list is asked nothing more.
  const { pool } = palabre.services.database;
  const at = (endpoint: string) =>
    pool.query('UPDATE push_subscriptions SET endpoint = $2 WHERE id = $1', [device._id, endpoint]);
  await at('https://exemple.fr/push');
  expect((await essay()).body).toMatchObject({ outcome: 'refused', status: null, device: { failures: 2 } });
  await at(browser.subscription.endpoint);
  service.forget(browser);
  expect((await essay()).body).toEqual({ outcome: 'gone', status: 410, device: null });
  expect((await essay()).status).toBe(404);
  // The failures of one device do not change the other device.
  expect(await devices(karim)).toMatchObject([{ _id: other.device._id, lastSuccessAt: null, failures: 0 }]);
  // Operators read the outcomes; a push that is to be retried counts as neither.
  expect(await grown()).toMatchObject({ palabre_pushes_sent_total: 2, palabre_pushes_refused_total: 3 });
});

test('Each subscription and each « Essayer » is counted for its person', async () => {
  const karim = await palabre.register();
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  onTestFinished(() => spending.mockRestore());
  const spent = () => spending.mock.calls.filter(([name, whose]) => name === 'push' && whose === karim.id).length;
  const { device } = await subscribe(karim);
  expect(spent()).toBe(1);
  await karim.ok(api.push.test, { body: { id: device._id } });
  expect(spent()).toBe(2);
});

test('A browser that subscribes again keeps its count of refusals, and begins anew with another person', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const { browser, device } = await subscribe(karim);
  browser.answers = [201, 403];
  for (const _ of [1, 2]) await karim.ok(api.push.test, { body: { id: device._id } });
  const again = async (by: Person) => (await by.ok(api.push.subscribe, { body: browser.subscription })).device;
  expect(await again(karim)).toMatchObject({ failures: 1, lastSuccessAt: expect.any(String) });
  expect(await again(camille)).toMatchObject({ failures: 0, lastSuccessAt: null });
  await camille.ok(api.push.unsubscribe, { body: {} });
});

test('A browser that subscribes again does so with its new keys, for what its person wants shown now, and counts anew', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const { browser, device } = await subscribe(karim);
  browser.answers = [403];
  await karim.ok(api.push.test, { body: { id: device._id } });
  const renewed = service.browser(key, browser.path);
  const body = { ...renewed.subscription, detail: 'name' as const };
  expect((await karim.ok(api.push.subscribe, { body })).device).toMatchObject({ failures: 0, detail: 'name' });
  expect((await karim.ok(api.push.test, { body: { id: device._id } })).outcome).toBe('accepted');
  expect(renewed.texts).toEqual([['Palabre', 'Les notifications arrivent sur cet appareil.']]);
});

test('A subscription must name a known push service over https, with keys that can encrypt', async () => {
  const { subscription } = service.browser(key);
  const reply = (changed: object) => camille.call(api.push.subscribe, { body: { ...subscription, ...changed } });
  const refused = [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://127.0.0.1/push',
    `${service.url.replace('127.0.0.1', 'localhost')}/push`,
    'https://fcm.googleapis.com.exemple.fr/x',
    'https://fcm.googleapis.com:8443/x',
    'https://u:p@fcm.googleapis.com/x',
    'https://exemple.fr/push',
    'https://exemplepush.apple.com/x',
    'javascript:alert(1)',
    'x',
  ];
  for (const endpoint of refused)
    expect([endpoint, (await reply({ endpoint })).body.code]).toEqual([endpoint, 'push_subscription_refused']);
  expect((await reply({ p256dh: `B${'A'.repeat(86)}` })).body.code).toBe('push_subscription_refused');
  expect((await reply({ p256dh: 'x' })).body.code).toBe('invalid_input');
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://android.googleapis.com/fcm/send/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://push.exemple.fr/UP?token=x',
  ])
    expect([endpoint, (await reply({ endpoint })).status]).toEqual([endpoint, 200]);
  expect(await devices(camille)).toHaveLength(1);
  await camille.ok(api.push.unsubscribe, { body: {} });
  expect(await devices(camille)).toEqual([]);
});

test('A device is listed no more once its session was not used for as long as administrators chose', async () => {
  const [administrator, person] = [await palabre.register(), await palabre.register()];
  await palabre.makeAdministrator(administrator);
  await subscribe(person);
  const unused = await subscribe(await person.elsewhere());
  const choose = async (idleSessionDays: number | null) => {
    const { version } = await administrator.ok(api.settings.read);
    await administrator.ok(api.settings.change, { body: { version, idleSessionDays } });
    await jobsDone(palabre, 'sessions.purge');
  };
  onTestFinished(() => choose(null));
  await choose(1);
  expect(await devices(person)).toHaveLength(2);
  await palabre.services.database.pool.query(
    `UPDATE sessions SET seen_at = now() - interval '1 day'
     WHERE id = (SELECT session_id FROM push_subscriptions WHERE id = $1)`,
    [unused.device._id],
  );
  expect((await devices(person)).map(({ current }) => current)).toEqual([true]);
});

test('A person has 20 devices at most, of many at once too, and may stop each of them from any other, but nobody else’s', async () => {
  const person = await palabre.register();
  const first = await subscribe(person);
  for (let n = 1; n < 20; n += 1) await subscribe(await person.elsewhere());
  const late = await person.elsewhere();
  const body = service.browser(key).subscription;
  expect((await late.call(api.push.subscribe, { body })).body.code).toBe('too_many_push_devices');
  await camille.ok(api.push.unsubscribe, { body: { id: first.device._id } });
  expect(await devices(person)).toHaveLength(20);
  await late.ok(api.push.unsubscribe, { body: { id: first.device._id } });
  // The same browser is no further device.
  for (let n = 0; n < 2; n += 1) expect((await late.call(api.push.subscribe, { body })).status).toBe(200);
  // The browser of a device belongs to the last person who logged in with it alone.
  await camille.ok(api.push.subscribe, { body });
  expect([(await devices(person)).length, (await devices(camille)).length]).toEqual([19, 1]);
  // The latest come first, without devices whose session is over.
  const made = (await devices(person)).map(({ createdAt }) => createdAt);
  expect(made).toEqual(made.toSorted().toReversed());
  const [over] = (await devices(person)).filter(({ current }) => !current);
  await palabre.services.database.pool.query(
    'UPDATE sessions SET expires_at = now() WHERE id = (SELECT session_id FROM push_subscriptions WHERE id = $1)',
    [over?._id],
  );
  expect(await devices(person)).toHaveLength(18);
  await camille.ok(api.push.unsubscribe, { body: {} });
  // A device is stopped from itself, and the others of its person go on.
  const stopping = await person.elsewhere();
  await subscribe(stopping);
  await stopping.ok(api.push.unsubscribe, { body: {} });
  expect(await devices(person)).toHaveLength(18);
  // There is room for one more device: of two that come at once, one is refused.
  const both = [late, await person.elsewhere()];
  const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
  const asked = both.map(one => one.call(api.push.subscribe, { body: service.browser(key).subscription }));
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2, { timeout: eventWaitTimeoutMs });
  await held.query('ROLLBACK');
  const answers = (await Promise.all(asked)).map(({ status, body }) => [status, body.code]);
  expect(answers.toSorted()).toEqual([
    [200, undefined],
    [409, 'too_many_push_devices'],
  ]);
});

test('A process that makes keys of pushes while another stores its own has those of the other', async () => {
  const env = { DATABASE_URL: palabre.services.env.databaseUrl ?? '', PUBLIC_URL: 'https://palabre.exemple.fr' };
  const { rows } = await palabre.services.database.pool.query<{ public_key: string; private_key: string }>(
    'DELETE FROM push_keys RETURNING public_key, private_key',
  );
  // Reads go on: the second process finds no keys, and waits to store its own.
  const first = await holdLock(palabre, 'LOCK TABLE push_keys IN SHARE ROW EXCLUSIVE MODE');
  const starting = startPalabre({ env });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1, { timeout: eventWaitTimeoutMs });
  await first.query('INSERT INTO push_keys (public_key, private_key) VALUES ($1, $2)', [
    rows[0]?.public_key,
    rows[0]?.private_key,
  ]);
  await first.query('COMMIT');
  const second = await starting;
  expect(second.services.pushes.key).toBe(key);
  await second.stop();
});

test('A server without an https address has no key to subscribe with, and says so', async () => {
  const plain = await startPalabre({ env: { PUBLIC_URL: 'http://palabre.exemple.fr' } });
  const person = await plain.register();
  expect(await person.ok(api.push.key)).toEqual({ key: null });
  const { subscription: body } = service.browser(key);
  expect((await person.call(api.push.subscribe, { body })).body.code).toBe('push_unavailable');
  expect((await person.call(api.push.test, { body: { id: person.id } })).body.code).toBe('push_unavailable');
  // A server that stops closes its connections to push services.
  const closing = vi.spyOn(plain.services.pushes, 'close');
  await plain.stop();
  expect(closing).toHaveBeenCalledOnce();
});
