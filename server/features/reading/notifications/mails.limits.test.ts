import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { addressKey } from '../../../platform/http/address.ts';
import { startPalabre } from '../../../test/harness.ts';

const palabre = await startPalabre({ limits: true });

test('Turning mails off is limited by address, by the POST of mail programs and from the page together; refusals are in the language of who asks, and stored by no cache', async () => {
  const press = async (language: string) => {
    const headers = { 'accept-language': language };
    const reply = await palabre.nobody.raw<{ text: string }>('POST', '/mails-off/x', { headers });
    const kept = ['cache-control', 'content-type'].map(name => reply.headers.get(name));
    expect(kept).toEqual(['no-store', 'text/plain; charset=utf-8']);
    return [reply.status, reply.body.text];
  };
  const stop = async () => (await palabre.nobody.call(api.notifications.stopMails, { body: { token: 'x' } })).status;
  await palabre.services.limits.spend('mailsOff', addressKey('127.0.0.1'), 598);
  expect([await press('fr'), await stop()]).toEqual([
    [404, 'Ce lien n’est plus valable. Les e-mails se règlent aussi dans vos paramètres.'],
    404,
  ]);
  expect([await press('en-GB'), await stop()]).toEqual([[429, 'Too many attempts. Try again in a moment.'], 429]);
});
