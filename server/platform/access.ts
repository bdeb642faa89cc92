import type { Visibility } from '@palabre/common/contract/channels.ts';
import type { Access, AccessKind } from '@palabre/common/contract/define.ts';
import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import { type ChannelFacts, can, type MemberFacts, type RoleFacts } from '@palabre/common/permissions/can.ts';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import { type ConversationAccess, loadConversation } from './access.conversations.ts';
import { type Input, idOf } from './access.input.ts';
import { type PlaceAccess, postingAccess } from './access.places.ts';
import { demand, fail } from './http/errors.ts';
import type { Db } from './postgres/db.ts';
import type { Tables } from './postgres/tables.ts';
import type { Actor } from './session.ts';

/**
 * The only door to a record on a person's behalf (house rule 4): loading is checking. What the person may not
 * know of answers exactly as if it did not exist.
 */

export type WorkspaceRow = Selectable<Tables['workspaces']>;

export interface WorkspaceAccess {
  workspace: WorkspaceRow;
  me: MemberFacts;
  banned: boolean;
}

export interface ChannelRow {
  id: string;
  workspaceId: string;
  title: string;
  visibility: Visibility;
  position: number;
}

export interface ChannelAccess extends WorkspaceAccess {
  channel: ChannelRow;
  facts: ChannelFacts;
}

export interface MessageAccess {
  message: Selectable<Tables['messages']>;
  place: PlaceAccess;
}

/** What each kind of access hands to the handler as `record`. */
export interface Loaded {
  public: null;
  session: null;
  self: null;
  discoverable: WorkspaceAccess;
  joinable: WorkspaceAccess;
  member: WorkspaceAccess;
  channel: ChannelAccess;
  conversation: ConversationAccess;
  place: PlaceAccess;
  message: MessageAccess;
  role: WorkspaceAccess & { role: Selectable<Tables['roles']> };
  invite: WorkspaceAccess & { invite: Selectable<Tables['invites']> };
  notification: Selectable<Tables['notifications']>;
  file: Selectable<Tables['files']>;
}

export interface LoadOptions {
  /**
   * Whether the workspace or conversation stays locked until the transaction ends: changes to one then happen one
   * after the other, each judged by what the one before it left.
   */
  lock: boolean;
}

type Loaders = { [K in AccessKind]: (db: Db, actor: Actor, id: string, options: LoadOptions) => Promise<Loaded[K]> };

const roleFacts = sql<RoleFacts[]>`coalesce((
  SELECT json_agg(json_build_object(
    'rank', roles.rank, 'creator', roles.creator, 'canKick', roles.can_kick, 'addChannels', roles.add_channels,
    'visibleChannels', '[]'::json, 'writableChannels', '[]'::json
  )) FROM role_users JOIN roles ON roles.id = role_users.role_id
  WHERE role_users.workspace_id = workspaces.id AND role_users.user_id = person.id), '[]')`;

const fewRoles = 8;

/**
 * What all roles of a person open together. Of many, which may open the same many channels, it is asked channel by
 * channel, until one of them opens it.
 */
function openedTo(which: 'visible' | 'writable', workspaceId: string, userId: string) {
  const held = sql`SELECT role_id FROM role_users WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`;
  return sql<string[]>`CASE WHEN (SELECT count(*) FROM (${held}) AS held) > ${fewRoles} THEN ARRAY(
    SELECT id FROM channels WHERE workspace_id = ${workspaceId} AND EXISTS (
      SELECT FROM role_channels
      WHERE channel_id = channels.id AND ${sql.ref(which)} AND coalesce(role_id IN (${held}), false) OFFSET 0)
  ) ELSE ARRAY(
    SELECT DISTINCT channel_id FROM (${held}) AS held JOIN role_channels USING (role_id) WHERE ${sql.ref(which)}
  ) END`;
}

/** Facts of roles; what they open together is said of the first of them. */
const withOpened = (roles: RoleFacts[], opened: Pick<RoleFacts, 'visibleChannels' | 'writableChannels'>): RoleFacts[] =>
  roles.map((role, i) => (i === 0 ? { ...role, ...opened } : role));

/** A workspace and what one person is in it; one query. Undefined when there is no such workspace or person. */
async function findWorkspace(db: Db, workspaceId: string, userId: string): Promise<WorkspaceAccess | undefined> {
  const { rows } = await sql<
    WorkspaceRow & {
      is_member: boolean;
      is_owner: boolean;
      banned: boolean;
      role_facts: RoleFacts[];
      visible: string[];
      writable: string[];
    }
  >`
    SELECT workspaces.*, members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
      EXISTS (SELECT FROM workspace_bans WHERE workspace_id = workspaces.id AND user_id = person.id) AS banned,
      ${roleFacts} AS role_facts, ${openedTo('visible', workspaceId, userId)} AS visible,
      ${openedTo('writable', workspaceId, userId)} AS writable
    FROM workspaces CROSS JOIN (SELECT ${userId}::uuid AS id) AS person
    LEFT JOIN workspace_members AS members ON members.workspace_id = workspaces.id AND members.user_id = person.id
    WHERE workspaces.id = ${workspaceId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { is_member, is_owner, banned, role_facts, visible, writable, ...workspace } = row;
  const roles = withOpened(role_facts, { visibleChannels: visible, writableChannels: writable });
  return { workspace, me: { userId, isMember: is_member, isOwner: is_owner, roles }, banned };
}

/** Locks a workspace before its facts are read, or they could be those of before a change just committed. */
async function lockWorkspace(db: Db, id: string): Promise<void> {
  await sql`SELECT FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
}

async function loadWorkspace(
  db: Db,
  actor: Actor,
  id: string,
  { lock }: LoadOptions,
  hidden: ErrorCode = 'not_found',
): Promise<WorkspaceAccess> {
  if (lock) await lockWorkspace(db, id);
  const found = (await findWorkspace(db, id, actor.userId)) ?? fail('not_found');
  const society = { isMember: found.me.isMember, societyId: actor.societyId };
  demand(
    can.discover(society, { restricted: found.workspace.restricted, societyId: found.workspace.society_id }),
    hidden,
  );
  return found;
}

/**
 * The workspace of an invitation, locked, and what a person is in it: an invitation opens even what its bearer
 * may not discover.
 */
export async function invitedWorkspace(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceAccess | undefined> {
  await lockWorkspace(db, workspaceId);
  return findWorkspace(db, workspaceId, userId);
}

/** What a person is in a workspace: the target of a kick or ban, say. Not a member: no right at all. */
export async function memberFacts(db: Db, workspaceId: string, userId: string): Promise<MemberFacts> {
  const found = await findWorkspace(db, workspaceId, userId);
  return found?.me ?? { userId, isMember: false, isOwner: false, roles: [] };
}

/** What a person is where a place is: a conversation is in no workspace. */
export async function factsInPlace(db: Db, { placeId, kind }: PlaceAccess, userId: string): Promise<MemberFacts> {
  const channel =
    kind === 'channel' &&
    (await db.selectFrom('channels').select('workspace_id').where('id', '=', placeId).executeTakeFirst());
  if (channel) return memberFacts(db, channel.workspace_id, userId);
  return { userId, isMember: false, isOwner: false, roles: [] };
}

/** What `can` asks of a channel. */
export const channelFacts = (
  channel: { id: string; visibility: Visibility },
  workspace: WorkspaceRow,
): ChannelFacts => ({
  id: channel.id,
  visibility: channel.visibility,
  isWelcome: workspace.welcome_channel === channel.id,
});

async function loadChannel(db: Db, actor: Actor, id: string, options: LoadOptions): Promise<ChannelAccess> {
  const of = await db.selectFrom('channels').select('workspace_id').where('id', '=', id).executeTakeFirst();
  if (!of) fail('not_found');
  if (options.lock) await lockWorkspace(db, of.workspace_id);
  const channel = await db
    .selectFrom('channels')
    .select(['id', 'workspace_id as workspaceId', 'title', 'visibility', 'position'])
    .where('id', '=', id)
    .executeTakeFirst();
  const found = await findWorkspace(db, of.workspace_id, actor.userId);
  if (!channel || !found) fail('not_found');
  const facts = channelFacts(channel, found.workspace);
  demand(can.seeChannel(found.me, facts), 'not_found');
  return { ...found, channel, facts };
}

/** One query. Pages of messages have it in their own, see `placeStatement`. */
async function loadPlace(db: Db, actor: Actor, id: string): Promise<PlaceAccess> {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values));
  const access = await postingAccess({ query }, [{ userId: actor.userId, placeId: id }]);
  const granted = access.get(`${actor.userId}:${id}`);
  demand(granted?.canRead, 'not_found');
  return { placeId: id, kind: granted.kind };
}

async function loadMember(db: Db, actor: Actor, id: string, options: LoadOptions): Promise<WorkspaceAccess> {
  const found = await loadWorkspace(db, actor, id, options);
  demand(found.me.isMember, 'members_only');
  return found;
}

/** Loads the workspace that a record of it belongs to; who is not a member learns nothing of either. */
async function loadOwning(db: Db, actor: Actor, workspaceId: string, options: LoadOptions): Promise<WorkspaceAccess> {
  const found = await loadWorkspace(db, actor, workspaceId, options);
  demand(found.me.isMember, 'not_found');
  return found;
}

const nothing = async () => null;

const loaders: Loaders = {
  public: nothing,
  session: nothing,
  self: async (_db, actor, id) => {
    demand(actor.userId === id, 'forbidden');
    return null;
  },
  discoverable: loadWorkspace,
  // Entering a restricted workspace is refused by name: its invitations say where it is (contract.md, « Workspaces »).
  joinable: (db, actor, id, options) => loadWorkspace(db, actor, id, options, 'workspace_restricted'),
  member: loadMember,
  channel: loadChannel,
  conversation: loadConversation,
  place: loadPlace,
  message: async (db, actor, id) => {
    const message = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!message) fail('not_found');
    return { message, place: await loadPlace(db, actor, message.place_id) };
  },
  role: async (db, actor, id, options) => {
    const found = await db.selectFrom('roles').select('workspace_id').where('id', '=', id).executeTakeFirst();
    if (!found) fail('not_found');
    const workspace = await loadOwning(db, actor, found.workspace_id, options);
    const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
    return { ...workspace, role: role ?? fail('not_found') };
  },
  invite: async (db, actor, id, options) => {
    const invite = await db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirst();
    if (!invite) fail('not_found');
    return { ...(await loadOwning(db, actor, invite.workspace_id, options)), invite };
  },
  notification: async (db, actor, id) => {
    const found = await db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    return found ?? fail('not_found');
  },
  // What no message carries is a picture of a person or place, shown wherever they are named.
  file: async (db, actor, id) => {
    const found = await db
      .selectFrom('files')
      .leftJoin('messages', join =>
        join.onRef('messages.id', '=', 'files.message_id').on('messages.deleted_at', 'is', null),
      )
      .selectAll('files')
      .select('messages.place_id')
      .where('files.id', '=', id)
      .executeTakeFirst();
    if (!found) fail('not_found');
    if (found.message_id) await loadPlace(db, actor, found.place_id ?? fail('not_found'));
    return found;
  },
};

/** Loads the record an endpoint's `access` names, or refuses as the contract says. */
export function load<K extends AccessKind>(
  access: Access<K>,
  db: Db,
  actor: Actor,
  input: Input,
  options: LoadOptions,
): Promise<Loaded[K]> {
  return loaders[access.kind](db, actor, idOf(access as Access, input), options);
}
