import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/db.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Actor } from '../sessions/session.ts';
import { finderInPlace, readable } from './access.places.ts';

/** Part of `access.ts`: finds records together with the rights of a person, each in one statement. */

/** Row of a channel. */
export interface ChannelRow {
  id: string;
  workspaceId: string;
  title: string;
  visibility: Visibility;
  position: number;
}

const channel = finderInPlace<ChannelRow>('access-channel', {
  columns: 'one.id, one.workspace_id AS "workspaceId", one.title, one.position',
  from: 'channels AS one ON one.id = asked.id',
  place: 'one.id',
});

/** Finds a channel that the person may see. */
export async function findChannel(db: Db, userId: string, id: string): Promise<ChannelRow | undefined> {
  const found = await channel(db, userId, id);
  return found?.rights.canRead ? found.row : undefined;
}

/** Row of a message. */
export type MessageRecord = Pick<
  Selectable<Tables['messages']>,
  'id' | 'sender_id' | 'content' | 'created_at' | 'files' | 'everyone' | 'twin_id' | 'twin_thread_id'
>;

/** Finds a message that is not deleted, with what the person may do in its place. */
export const findMessage = finderInPlace<MessageRecord>('access-message', {
  columns:
    'messages.id, messages.sender_id, messages.content, messages.created_at, messages.files, messages.everyone, messages.twin_id, messages.twin_thread_id',
  from: 'messages ON messages.id = asked.id AND messages.deleted_at IS NULL',
  place: 'messages.place_id',
});

/**
 * Finds the thread under a message, by the id of its root (a deleted one too, if the thread has replies), of a reply, or of
 * the copy of a reply.
 */
export const findThread = finderInPlace<{ threadId: string }>('access-thread', {
  columns: `coalesce(messages.twin_thread_id, CASE WHEN own.parent_id IS NULL THEN messages.id ELSE own.id END) AS "threadId"`,
  from: 'messages ON messages.id = asked.id AND (messages.deleted_at IS NULL OR messages.kept)',
  place: 'messages.place_id',
});

/** Row of a file. */
export type FileRecord = Selectable<Tables['files']> & {
  /** Whether the person owns it, and its message is scheduled and not sent yet. */
  isScheduled: boolean;
};

/**
 * Finds a file, with the person's rights to the message that carries it: no right when that message is deleted, or when
 * no message carries it. The file of a scheduled message is found by its owner.
 */
export const findFile = finderInPlace<FileRecord>('access-file', {
  columns: `files.id, files.owner_id, files.name, files.type, files.size, files.width, files.height, files.created_at,
    files.message_id, files.private_until,
    messages.id IS NULL AND files.owner_id = asked.user_id AND EXISTS (
      SELECT FROM scheduled_messages AS waits WHERE waits.id = files.message_id
    ) AS "isScheduled"`,
  from: `files ON files.id = asked.id
    LEFT JOIN messages ON messages.id = files.message_id AND messages.deleted_at IS NULL`,
  place: 'messages.place_id',
  given: `(message_id IS NULL OR ${readable} OR "isScheduled") AND (private_until IS NULL OR owner_id = $1::uuid)`,
});

/** Finds the workspace of a role or an invite, for its members only. */
export async function findOwnWorkspace(
  db: Db,
  { userId }: Actor,
  table: 'roles' | 'invites' | 'email_invites',
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ workspace_id: string }>`
    SELECT workspace_id FROM ${sql.table(table)} AS one JOIN workspace_members AS me USING (workspace_id)
    WHERE one.id = ${id} AND me.user_id = ${userId}`.execute(db);
  return rows[0]?.workspace_id;
}
