import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { cached, keyOf } from '../../platform/server/query.ts';
import { createDispatcher } from './live.ts';

const workspaceId = '018f0000-0000-7000-8000-00000000000a';
const asked = { params: { id: workspaceId } };
const queryKey = keyOf(api.channels.ofWorkspace, asked);

const channel = (title: string, position: number): Channel => ({
  _id: `018f0000-0000-7000-8000-00000000001${position}`,
  title,
  visibility: 'public',
  workspaceId,
  users: [],
  keptRole: null,
  position,
});

const client = new QueryClient();
let { dispatch, changes, stop } = createDispatcher(client);
const titles = () => cached(client, api.channels.ofWorkspace, asked)?.channels.map(one => one.title);

/** A fetch of the workspace's channels under way: `answer` ends it. */
function fetching(): { answer: (channels: Channel[]) => Promise<void> } {
  let finish: (value: { channels: Channel[] }) => void = () => {};
  const answered = new Promise<{ channels: Channel[] }>(resolve => {
    finish = resolve;
  });
  const fetched = client.fetchQuery({ queryKey, queryFn: () => answered, staleTime: 0 });
  return {
    async answer(channels) {
      finish({ channels });
      await fetched;
      await Promise.resolve();
    },
  };
}

afterEach(() => client.clear());

describe('a workspace that goes', () => {
  it('takes with it what was kept of each of its channels, which its own list names', () => {
    const [general, users] = [channel('général', 0), { params: { id: channel('général', 0)._id } }];
    client.setQueryData(queryKey, { channels: [general] });
    client.setQueryData(keyOf(api.channels.one, users), { channel: general });
    client.setQueryData(keyOf(api.channels.users, users), { users: [] });
    dispatch({ name: 'deleteWorkspace', payload: { _id: workspaceId } });
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});

describe('events and answers in any order', () => {
  it('an event that comes during the first fetch is in the cache although the answer was read before it', async () => {
    const { answer } = fetching();
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('an event that comes during a later fetch is neither lost nor twice', async () => {
    await fetching().answer([channel('général', 0), channel('chantier', 1)]);
    const { answer } = fetching();
    dispatch({ name: 'updateChannel', payload: channel('chantier-lyon', 1) });
    dispatch({ name: 'deleteChannel', payload: { _id: channel('général', 0)._id, workspaceId } });
    expect(titles()).toEqual(['chantier-lyon']);
    await answer([channel('général', 0), channel('chantier', 1)]);
    expect(titles()).toEqual(['chantier-lyon']);
  });

  it('an event that comes during a fetch that ran before events were heard is in the cache', async () => {
    stop();
    const { answer } = fetching();
    ({ dispatch, changes, stop } = createDispatcher(client));
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('an answer tells what its event will, which then changes nothing that has been made of it since', async () => {
    await fetching().answer([channel('général', 0)]);
    const made = { name: 'newChannel', payload: channel('chantier', 1) } as const;
    changes()([made]);
    expect(titles()).toEqual(['général', 'chantier']);
    const known = cached(client, api.channels.ofWorkspace, asked);
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    expect(cached(client, api.channels.ofWorkspace, asked)).toBe(known);
  });

  it('an answer that comes behind its event, and behind what happened to it since, brings nothing back', async () => {
    await fetching().answer([channel('général', 0)]);
    const [renamed, removed] = [changes(), changes()];
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    dispatch({ name: 'updateChannel', payload: channel('chantier-lyon', 1) });
    renamed([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    expect(titles()).toEqual(['général', 'chantier-lyon']);
    dispatch({ name: 'deleteChannel', payload: { _id: channel('chantier', 1)._id, workspaceId } });
    removed([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    expect(titles()).toEqual(['général']);
  });

  it('an answer that comes during a fetch that was read before it is in the cache', async () => {
    const { answer } = fetching();
    changes()([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('an event that came before a fetch began is not applied to its answer', async () => {
    await fetching().answer([channel('général', 0)]);
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await fetching().answer([channel('général', 0)]);
    expect(titles()).toEqual(['général']);
    stop();
  });
});
