import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { availabilityLive } from './availability.live.ts';

const named = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'Riou' });
const absence = (from: string, deputy: object | null) => ({ from, to: from, deputy, text: '' });
const absences = [absence('2031-03-03', named('yann', 'Yann')), absence('2031-04-04', named('lea', 'Léa'))];
const own = {
  _id: 'camille',
  hours: null,
  source: 'none',
  zone: 'Europe/Paris',
  absences,
  quietUntil: null,
  urgentLeft: 3,
};
const theirs = (ids: string) => keyOf(api.availability.list, { query: { ids } });
let client: QueryClient;
const deputies = () =>
  cached(client, api.availability.own)?.own.absences.map(({ deputy }) => deputy?.firstName ?? null);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(keyOf(api.availability.own), { own } as never);
  for (const id of ['yann', 'lea']) client.setQueryData(theirs(id), { offDuty: [] });
});

test('One’s own hours are those that another device has set', () => {
  availabilityLive.updateOwnAvailability({ ...own, urgentLeft: 1 } as never, client);
  expect(cached(client, api.availability.own)?.own.urgentLeft).toBe(1);
});

test('A person’s rest is asked for again once it has changed, and that of nobody else', () => {
  availabilityLive.updateAvailability({ _id: 'yann' }, client);
  expect(['yann', 'lea'].map(id => client.getQueryState(theirs(id))?.isInvalidated)).toEqual([true, false]);
});

test('Who stands in for one’s absences is renamed, and goes with their account', () => {
  availabilityLive.updateUser(named('yann', 'Yannick') as never, client);
  expect(deputies()).toEqual(['Yannick', 'Léa']);
  availabilityLive.deleteUser({ _id: 'yann' }, client);
  expect(deputies()).toEqual([null, 'Léa']);
});
