import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { isTold } from './answers.ts';

/** Features whose changes reach the page without this table: by seq, by the session, or by their own page. */
const otherwise: Partial<Record<keyof typeof api, string>> = {
  users: 'a session begins or ends',
  socialLogin: 'a session begins',
  otp: 'the session is told',
  addresses: 'the session is told',
  accounts: 'the session is told',
  personalData: 'its card is told, or the session ends',
  messages: 'ordered by their seq, which answers bring as events do',
  reactions: 'ordered by the seq of their message',
  pins: 'ordered by the seq of their message',
  push: 'its settings read it again',
  disconnection: 'its settings keep the answers',
  settings: 'their page keeps the answers',
  announcements: 'their page and the banner keep the answers',
  setup: 'its dialog keeps the answers',
  registration: 'its settings keep the answers',
  admissions: 'its list is read again, or a session begins',
  emailInvites: 'its lists are read again, or a session begins',
  guests: 'its lists are read again by their event',
  unread: 'counted by what is read',
  files: 'nothing is cached of them',
  gifs: 'nothing changes',
  audit: 'nothing changes',
  search: 'nothing changes',
  boot: 'nothing changes',
};

/** Changes of the other features that have no event, or whose response can't stand for it. */
const untold: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.invites.create,
  api.invites.remove,
  // A session begins.
  api.invites.register,
  api.notifications.stopMails,
  // A report's event goes to administrators only; a ban's event alone has the id of the deleted account.
  api.linkedAccounts.token,
  api.reports.create,
  api.administration.ban,
  // Who is told by `updateUser` is a person, whose profile the answer does not hold; ended sessions show nowhere.
  api.administration.makeAdministrator,
  api.administration.endAdministrator,
  api.administration.endSessions,
  api.administration.recover,
  // An answer of many changes, each with its own event.
  api.administration.depart,
]);

test('every change with an event is applied from its response too', () => {
  const silent = Object.entries(api)
    .filter(([feature]) => !(feature in otherwise))
    .flatMap(([feature, endpoints]) =>
      Object.entries(endpoints as Record<string, Endpoint>)
        .filter(([, endpoint]) => endpoint.method !== 'GET' && !isTold(endpoint) && !untold.has(endpoint))
        .map(([name]) => `${feature}.${name}`),
    );
  expect(silent).toEqual([]);
});
