// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { json, person, serve } from '../../../test/settings-world.tsx';
import { useTellZone } from './tell-zone.ts';
import { usersLive } from './users.live.ts';

afterEach(cleanup);

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('The time zone of the device is told where the account has another, and once', async () => {
  const at = (id: string, timeZone: string) => ({ ...person(id, 'Zoé', 'Arnaud'), timeZone });
  const show = (me: ReturnType<typeof at>) => {
    queryClient.clear();
    const calls = serve(me, {
      'GET /user/me': () => json(200, { user: me }),
      [`PUT /user/${me._id}`]: () => json(200, { user: me }),
    });
    renderHook(useTellZone, { wrapper });
    return async () => {
      await waitFor(() => expect(cached(queryClient, api.users.me)?.user._id).toBe(me._id));
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      return calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body);
    };
  };
  expect(await show(at('zoe', here))()).toEqual([]);
  cleanup();
  expect(await show(at('elias', 'Pacific/Chatham'))()).toEqual([{ timeZone: here }]);
  cleanup();
  // Another device, in the other zone, has told its own since.
  expect(await show(at('elias', 'Pacific/Chatham'))()).toEqual([]);
});

test('The answer to the time zone leaves the presence that an event has told before it arrived', async () => {
  const zelie = { ...person('zelie', 'Zélie', 'Arnaud'), timeZone: null };
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = serve(zelie, {
    'GET /user/me': () => json(200, { user: zelie }),
    'PUT /user/zelie': async body => {
      await answered;
      return json(200, { user: { ...zelie, ...(body as object) } });
    },
  });
  renderHook(useTellZone, { wrapper });
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('PUT /user/zelie'));
  usersLive.userUpdate({ ...zelie, status: 'online' }, queryClient);
  answer();
  const me = () => cached(queryClient, api.users.me)?.user;
  await waitFor(() => expect(me()?.timeZone).toBe(here));
  expect(me()?.status).toBe('online');
});

test('The answer to the time zone of one account leaves the profile of another one that is shown by then', async () => {
  const odile = { ...person('odile', 'Odile', 'Arnaud'), timeZone: null };
  const next = { ...person('sacha', 'Sacha', 'Arnaud'), timeZone: 'Pacific/Chatham' };
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  queryClient.clear();
  const calls = serve(odile, {
    'GET /user/me': () => json(200, { user: odile }),
    'PUT /user/odile': async () => {
      await answered;
      return json(200, { user: odile });
    },
  });
  const { unmount } = renderHook(useTellZone, { wrapper });
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('PUT /user/odile'));
  unmount();
  queryClient.setQueryData(keyOf(api.users.me), { user: next });
  answer();
  // All that follows from it.
  await new Promise(done => setTimeout(done));
  expect(cached(queryClient, api.users.me)?.user.timeZone).toBe('Pacific/Chatham');
});
