import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../harness.ts';

const canaries = /canari-[\p{L}\d-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;

/** Returns the canary words and the ids in any value. */
export const wordsOf = (said: unknown): string[] => [...new Set(JSON.stringify(said)?.match(canaries))];

type Input = { params?: Record<string, string>; query?: Record<string, string | number> };

/** Returns every word and id that a person can read by requests, in all places they reach. */
export async function readable(person: Person): Promise<Set<string>> {
  const found = new Set<string>();
  const read = async <T>(endpoint: Endpoint, input: Input = {}): Promise<T | null> => {
    const call = person.call as (endpoint: Endpoint, input: Input) => ReturnType<Person['call']>;
    const { status, body } = await call.call(person, endpoint, input);
    if (status !== 200) return null;
    for (const word of wordsOf(body)) found.add(word);
    return body as T;
  };
  /** Reads a page of a place, and the thread under each of its messages. */
  const readPage = async (place: Record<string, string>) => {
    const query = { ...place, limit: 100 };
    const page = await read<{ messages: { _id: string; thread?: object }[] }>(api.messages.page, { query });
    const roots = (page?.messages ?? []).filter(({ thread }) => thread);
    await Promise.all(roots.map(({ _id: id }) => read(api.threads.one, { params: { id } })));
  };
  const [mine, talks] = await Promise.all([
    read<{ workspaces: { _id: string }[] }>(api.workspaces.mine, { params: { id: person.id } }),
    read<{ conversations: { _id: string }[] }>(api.conversations.list, { params: { id: person.id } }),
    ...[
      api.users.me,
      api.users.search,
      api.workspaces.list,
      api.notifications.list,
      api.threads.list,
      api.scheduled.list,
    ].map(endpoint => read(endpoint)),
  ]);
  await Promise.all(
    (mine?.workspaces ?? []).map(async ({ _id: id }) => {
      const params = { id };
      const [channels] = await Promise.all([
        read<{ channels: { _id: string }[] }>(api.channels.ofWorkspace, { params }),
        ...[
          api.workspaces.one,
          api.members.list,
          api.members.banned,
          api.members.moves,
          api.roles.list,
          api.emoji.list,
        ].map(endpoint => read(endpoint, { params })),
        read(api.invites.list, { query: { workspaceId: id } }),
        read(api.emailInvites.list, { params }),
      ]);
      const pages = (channels?.channels ?? []).map(({ _id }) => readPage({ channelId: _id }));
      await Promise.all(pages);
    }),
  );
  // These answer 404 to people who are no administrators.
  await Promise.all(
    [api.administration.users, api.administration.banned, api.reports.list, api.audit.list].map(endpoint =>
      read(endpoint, { query: { limit: 100 } }),
    ),
  );
  const all = await read<{ societies: { _id: string }[] }>(api.societies.list);
  await Promise.all(
    (all?.societies ?? []).flatMap(({ _id: id }) =>
      [api.societies.one, api.societies.users, api.societies.owners, api.societies.pending].map(endpoint =>
        read(endpoint, { params: { id } }),
      ),
    ),
  );
  await Promise.all((talks?.conversations ?? []).map(({ _id }) => readPage({ conversationId: _id })));
  return found;
}
