import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { addressKey } from '../../../platform/http/address.ts';
import { startPalabre } from '../../../test/harness.ts';

const palabre = await startPalabre({ limits: true });

test('Turning mails off is limited by address, by the POST of mail programs and from the page together', async () => {
  const press = async () => (await fetch(`${palabre.url}/mails-off/x`, { method: 'POST' })).status;
  const stop = async () => (await palabre.nobody.call(api.notifications.stopMails, { body: { token: 'x' } })).status;
  await palabre.services.limits.spend('mailsOff', addressKey('127.0.0.1'), 598);
  expect([await press(), await stop()]).toEqual([404, 404]);
  expect([await press(), await stop()]).toEqual([429, 429]);
});
