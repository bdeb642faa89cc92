/**
 * Prefetch of a page load: one GET /boot request carries the parts that a page shows first, and fills the cache of each
 * part's own endpoint. saved-answers.ts keeps the answers on the device and restores them.
 */

import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/server/api.ts';
import { endpointQuery, keyOf, type PartOf, prefetch, prefetchPart, refusedPart } from '../../platform/server/query.ts';

/** Answer of GET /boot. */
export type Boot = OutputOf<typeof api.boot.one>;

interface Asked {
  userId: string;
  /** Id of the workspace that the page is in. */
  workspaceId: string | undefined;
  /**
   * Whether the user is in that workspace, as far as the device knows; otherwise its parts are fetched only if the
   * answer has them.
   */
  isInside: boolean;
  /** Whether the page shows messages: unread states say where the list opens, so they are requested apart. */
  isPlace: boolean;
}

/** Callback that receives each part of the answer: its endpoint, input and selector. */
type Placing = <E extends Endpoint>(endpoint: E, input: InputOf<E>, of: (answer: Boot) => PartOf<E>) => void;

/** Passes each part of the answer to `put`, for a user and a workspace. */
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
  /** Refuses each part of a workspace that the user is no longer in, as its endpoint would. */
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
 * Prefetches in one request all the data that a page shows first. Each part's query waits for this response in place of
 * its endpoint's, and fetches the endpoint itself if the response omits the part.
 */
export function askBoot(client: QueryClient, { userId, workspaceId, isInside, isPlace }: Asked): Promise<Boot> {
  if (isPlace) prefetch(client, api.unread.list);
  const input = { query: { workspaceId, unread: isPlace ? ('false' as const) : undefined } };
  const answer = client.fetchQuery({
    ...endpointQuery(api.boot.one, input),
    // Only the parts' own caches are kept.
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
 * Caches the parts that no query waits for: the channels of other workspaces, and the address's workspace if the user
 * is in it after all. Runs synchronously with the response, so that events received meanwhile also apply to them.
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

/** Groups the answer's channels by workspace; the list of each workspace present is complete. */
export function byWorkspace({ channels: { channels } }: Boot): Map<string, Channel[]> {
  const found = new Map<string, Channel[]>();
  for (const channel of channels) {
    const those = found.get(channel.workspaceId);
    if (those) those.push(channel);
    else found.set(channel.workspaceId, [channel]);
  }
  return found;
}
