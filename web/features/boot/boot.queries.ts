import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/server/api.ts';
import { endpointQuery, keyOf, type PartOf, prefetch, prefetchPart, refusedPart } from '../../platform/server/query.ts';

export type Boot = OutputOf<typeof api.boot.one>;

interface Asked {
  userId: string;
  /** The workspace that the page is inside. */
  workspaceId: string | undefined;
  /** Whether one is in it, as far as this device knows: else nothing of it is asked for unless the answer has it. */
  isInside: boolean;
  /** Whether the page shows messages: what is unread says where they begin, and is asked for apart. */
  isPlace: boolean;
}

/** What a part of the answer is the answer of: its endpoint, what that is asked. */
type Placing = <E extends Endpoint>(endpoint: E, input: InputOf<E>, of: (answer: Boot) => PartOf<E>) => void;

/** Of each part what it is the answer of, for the person and the workspace named. */
function place(userId: string, id: string | undefined, put: Placing): void {
  const mine = { params: { id: userId } };
  put(api.users.me, {}, ({ me }) => me);
  put(api.workspaces.mine, mine, ({ workspaces }) => workspaces);
  put(api.conversations.list, mine, ({ conversations }) => conversations);
  put(api.societies.mine, mine, ({ society }) => society);
  put(api.notifications.list, {}, ({ notifications }) => notifications);
  put(api.unread.list, {}, ({ unread }) => unread);
  if (id) placeInside(id, put);
}

function placeInside(id: string, put: Placing): void {
  const input = { params: { id } };
  /** Whoever is no longer in the workspace would be refused each of its parts. */
  const inside: Placing = (endpoint, input, of) =>
    put(endpoint, input, answer =>
      answer.workspaces.workspaces.some(card => card._id === id) ? of(answer) : refusedPart,
    );
  inside(api.channels.ofWorkspace, input, answer => {
    const channels = byWorkspace(answer).get(id);
    return channels && { channels };
  });
  inside(api.workspaces.one, input, ({ workspace }) => workspace);
  inside(api.roles.list, input, ({ roles }) => roles);
  inside(api.roles.mine, input, ({ myRoles }) => myRoles);
}

/**
 * Asks for what a page shows first, in one request: whatever shows a part of it waits for it as for its own endpoint, which is asked
 * where the answer lacks it.
 */
export function askBoot(client: QueryClient, { userId, workspaceId, isInside, isPlace }: Asked): Promise<Boot> {
  if (isPlace) prefetch(client, api.unread.list);
  const input = { query: { workspaceId, unread: isPlace ? ('false' as const) : undefined } };
  const answer = client.fetchQuery({
    ...endpointQuery(api.boot.one, input),
    // What it says is kept where it belongs.
    gcTime: 0,
    meta: { silent: true },
    queryFn: async () => {
      const asked = Date.now();
      const answer = await call(api.boot.one, input);
      putBeside(client, answer, asked, isInside ? workspaceId : undefined);
      return answer;
    },
  });
  place(userId, isInside ? workspaceId : undefined, (endpoint, input, of) =>
    prefetchPart(client, endpoint, input, answer.then(of)),
  );
  return answer;
}

/**
 * Puts where they belong the parts that nobody waits for: the channels of other workspaces, and of the one of the address if
 * one is in it after all. In the same turn as the answer, so that events that came meanwhile are applied to them too.
 */
function putBeside(client: QueryClient, answer: Boot, asked: number, awaited: string | undefined): void {
  const put: Placing = (endpoint, input, of) => {
    const key = keyOf(endpoint, input);
    const state = client.getQueryState(key);
    const data = of(answer);
    if (data && data !== refusedPart && state?.fetchStatus !== 'fetching' && (state?.dataUpdatedAt ?? 0) < asked)
      client.setQueryData(key, data);
  };
  const inside = answer.workspace?.workspace._id;
  if (inside && inside !== awaited) placeInside(inside, put);
  for (const [id, channels] of byWorkspace(answer)) {
    if (id !== awaited) put(api.channels.ofWorkspace, { params: { id } }, () => ({ channels }));
  }
}

/** The channels that came, by their workspace: all of each that is there. */
export function byWorkspace({ channels: { channels } }: Boot): Map<string, Channel[]> {
  const found = new Map<string, Channel[]>();
  for (const channel of channels) {
    const those = found.get(channel.workspaceId);
    if (those) those.push(channel);
    else found.set(channel.workspaceId, [channel]);
  }
  return found;
}
