// @vitest-environment jsdom
import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import type { Row } from '../messages/list/rows/rows.ts';
import { useMentionNames } from './open/useMentionNames.ts';

const request = vi.fn<typeof fetch>();
const people = Array.from({ length: 120 }, (_, i) => ({ _id: randomUUID(), firstName: 'Karim', lastName: `n° ${i}` }));
const unknown = Array.from({ length: 30 }, () => randomUUID());

beforeEach(() => {
  vi.stubGlobal('fetch', request);
  request.mockReset();
  request.mockImplementation(async url => {
    const ids = new URL(String(url), 'http://localhost').searchParams.get('ids')?.split(',') ?? [];
    const users = people.filter(({ _id }) => ids.includes(_id));
    return new Response(JSON.stringify({ users }), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(cleanup);

function Names({ contents }: { contents: string[] }) {
  const names = useMentionNames(
    contents.map(content => ({ content }) as Row),
    {},
  );
  return <p>{`${names.size} noms, dont ${names.get(people[0]?._id ?? '')}`}</p>;
}

test('Mention names on screen are fetched once, in batches of a hundred, unknown ids too; 50 at most in a message', async () => {
  const client = new QueryClient();
  const page = (contents: string[]) => (
    <QueryClientProvider client={client}>
      <Names contents={contents} />
    </QueryClientProvider>
  );
  const mentioning = (ids: readonly string[]) => ids.map(id => `<@${id}>`).join(' ');
  const ids = people.map(({ _id }) => _id);
  const contents = [ids.slice(0, 50), ids.slice(50, 100), [...ids.slice(100), ...unknown]].map(mentioning);
  const { rerender } = render(page(contents));
  expect(await screen.findByText('120 noms, dont Karim n° 0')).toBeDefined();
  expect(request).toHaveBeenCalledTimes(2);
  rerender(page([mentioning(unknown), mentioning(ids), ...contents]));
  rerender(page([mentioning([...unknown, ...Array.from({ length: 200 }, () => randomUUID())])]));
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(3));
  const asked = new URL(String(request.mock.calls[2]?.[0]), 'http://localhost').searchParams.get('ids')?.split(',');
  expect(asked).toHaveLength(20);
});

const Channel = () => <p>{useMentionNames([], { workspaceId: 'atelier' }).get('c1')}</p>;

test('Mention names of a workspace are those of its channels too, as they are renamed', async () => {
  const client = new QueryClient();
  const named = (title: string) =>
    client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } }), {
      channels: [{ _id: 'c1', title }],
    });
  named('plans');
  render(
    <QueryClientProvider client={client}>
      <Channel />
    </QueryClientProvider>,
  );
  expect(screen.getByText('plans')).toBeDefined();
  act(() => void named('croquis'));
  expect(await screen.findByText('croquis')).toBeDefined();
});
