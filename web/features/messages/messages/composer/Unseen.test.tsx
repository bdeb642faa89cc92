// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../../platform/words/i18n.ts';
import { keyOf } from '../../../../platform/server/query.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { atelier, channels } from '../../../../test/settings-world.tsx';
import { name, type } from '../../outbox/open/writing.ts';
import { Unseen } from './Unseen.tsx';

const yann = '018f0000-0000-7000-8000-00000000000d';
const placeId = 'direction';

beforeEach(() => {
  localStorage.clear();
  login('token', { _id: 'camille' });
});
afterEach(() => {
  cleanup();
  endSession('logout');
});

/** Writes to Yann, a member of the workspace, in its channel. */
function write(channel: Partial<Channel>, text = 'Merci @Yann Riou') {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const params = { id: 'atelier' };
  const direction = { ...channels[2], ...channel };
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params }), { channels: [channels[0], direction] });
  client.setQueryData(keyOf(api.workspaces.one, { params }), { workspace: { ...atelier, members: ['camille', yann] } });
  render(
    <QueryClientProvider client={client}>
      <Unseen placeId={placeId} world={{ workspaceId: 'atelier', channelId: 'direction' }} />
    </QueryClientProvider>,
  );
  act(() => {
    type(placeId, text);
    name(placeId, { '@Yann Riou': `<@${yann}>` });
  });
  return screen.queryByRole('status')?.textContent ?? null;
}
const warning = 'Yann Riou ne voit pas ce salon\u00a0: cette mention ne lui sera pas signalée.';

it('A mention of a member who does not see a private channel is said to reach nobody', () => {
  expect(write({ visibility: 'private', users: ['camille'] })).toBe(warning);
});

it('Mentions of several people who do not see a channel are said in one sentence, each by name', () => {
  write({ visibility: 'private', users: ['camille'] });
  act(() => {
    type(placeId, 'Merci @Yann Riou et @Zoé Roy, de @Conduite dans #plans, et @tous');
    name(placeId, {
      '@Zoé Roy': '<@018f0000-0000-7000-8000-00000000000e>',
      // A role, a channel or everyone is no person who might not see it.
      '@Conduite': '<@&018f0000-0000-7000-8000-000000000001>',
      '#plans': '<#018f0000-0000-7000-8000-000000000002>',
      '@tous': '<@everyone>',
    });
  });
  expect(screen.getByRole('status').textContent).toBe(
    'Yann Riou et Zoé Roy ne voient pas ce salon\u00a0: ces mentions ne leur seront pas signalées.',
  );
});

it('A mention of somebody who sees the channel is left alone, and so is one that was erased', () => {
  expect(write({ visibility: 'private', users: ['camille', yann] })).toBeNull();
  cleanup();
  expect(write({ visibility: 'public', users: [] })).toBeNull();
  cleanup();
  expect(write({ visibility: 'private', users: ['camille'] }, 'Merci')).toBeNull();
});

it('A mention of somebody who is not in the conversation is said to reach nobody, under the conversation’s own words', () => {
  const talk = (people: string[]) => {
    const inIt = people.map(_id => ({ _id, firstName: _id, lastName: '', avatar: null }));
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <Unseen placeId={placeId} world={{ people: inIt }} />
      </QueryClientProvider>,
    );
    act(() => {
      type(placeId, 'Merci @Yann Riou');
      name(placeId, { '@Yann Riou': `<@${yann}>` });
    });
    return screen.queryByRole('status')?.textContent ?? null;
  };
  expect(talk(['camille', 'karim'])).toBe(
    'Yann Riou n’est pas dans cette conversation\u00a0: cette mention ne lui sera pas signalée.',
  );
  cleanup();
  expect(talk(['camille', yann])).toBeNull();
});

it('Nobody is said not to see a channel of so many members that they are not all listed', () => {
  const users = Array.from({ length: limits.listedMembers }, (_, n) => `membre-${n}`);
  expect(write({ visibility: 'private', users })).toBeNull();
  cleanup();
  expect(write({ visibility: 'private', users: users.slice(1) })).toBe(warning);
});
