import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { workspaceReportsLive } from './workspace-reports.live.ts';

const keys = ['atelier', 'autre'].map(id => keyOf(api.workspaceReports.list, { params: { id } }));

/** Tells which of the two lists are refetched, or gone, after an event. */
function after(event: keyof typeof workspaceReportsLive, told: object) {
  const client = new QueryClient();
  for (const key of keys) client.setQueryData(key, { reports: [], nextCursor: null });
  workspaceReportsLive[event](told as never, client);
  return keys.map(key => client.getQueryState(key)?.isInvalidated ?? 'gone');
}

test('Reports are asked for again as they change in their workspace, and go with it', () => {
  expect(after('updateWorkspaceReports', { workspaceId: 'atelier' })).toEqual([true, false]);
  expect(after('deleteWorkspace', { _id: 'atelier' })).toEqual(['gone', false]);
});

test.each(['deleteMessage', 'deleteUser', 'updateUser', 'updateWorkspace'] as const)(
  'Reports are asked for again after « %s »: they name people and a message',
  event => expect(after(event, {})).toEqual([true, true]),
);
