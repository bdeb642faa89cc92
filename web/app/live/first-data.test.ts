// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { askFirst } from './first-data.ts';

const mine = { params: { id: 'camille' } };
const channelsOf = (id: string) => keyOf(api.channels.ofWorkspace, { params: { id } });
/** Workspaces that the server says are the person's. */
let workspaces: { _id: string }[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ...{ me: { user: { _id: 'camille' } }, workspaces: { workspaces }, channels: { channels: [] } },
      ...{ conversations: { conversations: [], nextCursor: null }, society: { society: null } },
      ...{ notifications: { notifications: [] }, unread: { unread: [] } },
      ...{ workspace: null, roles: null, myRoles: null },
    }),
  );
  login('token', { _id: 'camille' });
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

test('What the device kept of a workspace that the person is no longer in goes with the first answer, other things stay', async () => {
  const kept = (key: readonly unknown[], data: object) =>
    queryClient.setQueryData(key, data, { updatedAt: restoredAt });
  kept(keyOf(api.workspaces.mine, mine), { workspaces: [{ _id: 'atelier' }, { _id: 'gone' }] });
  for (const id of ['atelier', 'gone']) kept(channelsOf(id), { channels: [] });
  workspaces = [{ _id: 'atelier' }];
  await askFirst(new URL('https://palabre.test/conversation'));
  await vi.waitFor(() => expect(queryClient.getQueryData(channelsOf('gone'))).toBeUndefined());
  expect(queryClient.getQueryData(channelsOf('atelier'))).toEqual({ channels: [] });
});
