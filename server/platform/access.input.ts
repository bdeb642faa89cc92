import type { Access, AccessKind } from '@palabre/common/contract/define.ts';
import { demand } from './http/errors.ts';
import type { Db } from './postgres/db.ts';

/** What a request says of the record that its endpoint's access is about. */
export interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

const tableOf: Partial<Record<AccessKind, 'channels' | 'roles' | 'invites'>> = {
  channel: 'channels',
  role: 'roles',
  invite: 'invites',
};

const ofTheirOwn: ReadonlySet<AccessKind> = new Set(['discoverable', 'joinable', 'member', 'conversation', 'society']);

/**
 * The workspace, conversation or society that loading an endpoint's record would lock; a record stays in its own. Undefined when
 * there is none.
 */
export async function lockedBy(access: Access, db: Db, input: Input): Promise<string | undefined> {
  const { kind } = access;
  if (ofTheirOwn.has(kind)) return idOf(access, input);
  const table = tableOf[kind];
  if (!table) return undefined;
  const id = idOf(access, input);
  return (await db.selectFrom(table).select('workspace_id').where('id', '=', id).executeTakeFirst())?.workspace_id;
}

/** The id that an endpoint's access speaks of: for `query` and `body`, that of the one place named there. */
export function idOf(access: Access, input: Input): string {
  if (access.id === 'body' || access.id === 'query') return placeIdOf(input[access.id]);
  const [part, field] = access.id.split('.') as [keyof Input, string];
  return String(input[part][field]);
}

/** Of `channelId` and `conversationId`, the one that is given, as the database writes it; both or neither is refused. */
export function placeIdOf(ids: { channelId?: unknown; conversationId?: unknown }): string {
  const given = ids.channelId ?? ids.conversationId;
  demand(typeof given === 'string' && !(ids.channelId && ids.conversationId), 'one_place');
  return given.toLowerCase();
}
