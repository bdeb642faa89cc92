import type { Access } from '@palabre/common/contract/define.ts';
import { demand } from '../http/errors.ts';

/** Parts of a request in which an access may name its id. */
export interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Returns the id that an access names; for `query` and `body`, the id of the only place given there. */
export function idOf(access: Access, input: Input): string {
  if (access.id === 'body' || access.id === 'query') return placeIdOf(input[access.id]);
  const [part, field] = access.id.split('.') as [keyof Input, string];
  return String(input[part][field]);
}

/** Returns `channelId`, `conversationId` or `threadId`, whichever is given; refuses several and none. */
export function placeIdOf(ids: { channelId?: unknown; conversationId?: unknown; threadId?: unknown }): string {
  const [given, ...more] = [ids.channelId, ids.conversationId, ids.threadId].filter(Boolean);
  demand(typeof given === 'string' && more.length === 0, 'one_place');
  return given;
}
