import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import type { Boot } from './boot.queries.ts';
import { forgetLost } from './saved-answers.ts';

test('The saved members of a channel that the user may no longer see are forgotten at the first answer, others kept', () => {
  const client = new QueryClient();
  const membersOf = (channelId: string) =>
    keyOf(api.members.list, { params: { id: 'atelier' }, query: { channelId, limit: 100 } });
  const nobody = { users: [], online: 0, total: 0 };
  for (const id of ['general', 'direction']) client.setQueryData(membersOf(id), nobody, { updatedAt: restoredAt });
  forgetLost(client, {
    me: { user: { _id: 'camille' } },
    workspaces: { workspaces: [{ _id: 'atelier' }] },
    channels: { channels: [{ _id: 'general', workspaceId: 'atelier' }] },
  } as Boot);
  expect(client.getQueryData(membersOf('direction'))).toBeUndefined();
  expect(client.getQueryData(membersOf('general'))).toBe(nobody);
});
