// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cached } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { json, person, serve } from '../../../test/settings-world.tsx';
import { useTellZone } from './tell-zone.ts';
import { usersLive } from './users.live.ts';

afterEach(cleanup);

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
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  renderHook(useTellZone, { wrapper });
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('PUT /user/zelie'));
  usersLive.userUpdate({ ...zelie, status: 'online' }, queryClient);
  answer();
  const me = () => cached(queryClient, api.users.me)?.user;
  await waitFor(() => expect(me()?.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone));
  expect(me()?.status).toBe('online');
});
