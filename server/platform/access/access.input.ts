import type { Access } from '@palabre/common/contract/define.ts';
import { demand } from '../http/errors.ts';

/** What a request says of the record that its endpoint's access is about. */
export interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** The id that an endpoint's access speaks of: for `query` and `body`, that of the one place named there. */
export function idOf(access: Access, input: Input): string {
  if (access.id === 'body' || access.id === 'query') return placeIdOf(input[access.id]);
  const [part, field] = access.id.split('.') as [keyof Input, string];
  return String(input[part][field]);
}

/** Of `channelId` and `conversationId`, the one that is given; both or neither is refused. */
export function placeIdOf(ids: { channelId?: unknown; conversationId?: unknown }): string {
  const given = ids.channelId ?? ids.conversationId;
  demand(typeof given === 'string' && !(ids.channelId && ids.conversationId), 'one_place');
  return given;
}
