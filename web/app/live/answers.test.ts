import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { isTold } from './answers.ts';

/** Features whose changes reach the page otherwise: by the number of each change, by the session, or by their own page alone. */
const otherwise: Partial<Record<keyof typeof api, string>> = {
  users: 'a session begins or ends',
  socialLogin: 'a session begins',
  otp: 'the session is told',
  accounts: 'the session is told',
  personalData: 'its card is told, or the session ends',
  messages: 'ordered by their seq, which answers bring as events do',
  reactions: 'ordered by the seq of their message',
  pins: 'ordered by the seq of their message',
  unread: 'counted by what is read',
  files: 'nothing is cached of them',
  gifs: 'nothing changes',
  audit: 'nothing changes',
  search: 'nothing changes',
  boot: 'nothing changes',
};

/** Changes of the other features of which no event tells. */
const untold: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.invites.create,
  api.invites.remove,
  api.notifications.stopMails,
  // Who reports somebody hears nothing of it; whose account goes with an address is known by the event alone.
  api.linkedAccounts.token,
  api.reports.create,
  api.administration.ban,
]);

test('the answer of each change tells what its event does, unless no event tells of it', () => {
  const silent = Object.entries(api)
    .filter(([feature]) => !(feature in otherwise))
    .flatMap(([feature, endpoints]) =>
      Object.entries(endpoints as Record<string, Endpoint>)
        .filter(([, endpoint]) => endpoint.method !== 'GET' && !isTold(endpoint) && !untold.has(endpoint))
        .map(([name]) => `${feature}.${name}`),
    );
  expect(silent).toEqual([]);
});
