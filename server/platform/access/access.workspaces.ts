import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import { can, type MemberFacts, type RoleFacts } from '@palabre/common/permissions/can.ts';
import { type Selectable, sql } from 'kysely';
import { demand, fail } from '../http/errors.ts';
import type { Db } from '../postgres/db.ts';
import { prepared } from '../postgres/prepared.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Actor } from '../sessions/session.ts';

/** Part of `access.ts`: loads workspaces, and the standing of a person in one. */

/**
 * Id that no record has: queried in place of a hidden record, so that a hidden record costs as much as a missing one.
 */
export const nowhere = '00000000-0000-0000-0000-000000000000';

/** Row of a workspace. */
export type WorkspaceRow = Selectable<Tables['workspaces']>;

/** Workspace, and the standing of a person in it. */
export interface WorkspaceAccess {
  workspace: WorkspaceRow;
  me: MemberFacts;
  /** Whether the person is currently a guest of the workspace. */
  isGuest: boolean;
  banned: boolean;
}

/** Options of every loader. */
export interface LoadOptions {
  /**
   * Locks the workspace, conversation or society until the transaction ends: concurrent changes run one after the
   * other, and each is checked against the state that the previous one left.
   */
  lock: boolean;
}

const roleFacts = sql<RoleFacts[]>`coalesce((
  SELECT json_agg(json_build_object(
    'rank', roles.rank, 'creator', roles.creator, 'canKick', roles.can_kick, 'addChannels', roles.add_channels,
    'visibleChannels', '[]'::json, 'writableChannels', '[]'::json
  )) FROM role_users JOIN roles ON roles.id = role_users.role_id
  WHERE role_users.workspace_id = workspaces.id AND role_users.user_id = person.id), '[]')`;

const fewRoles = 8;

/**
 * Lists the channels that all roles of a person open together. Beyond `fewRoles` roles, which may open the same
 * channels many times over, it checks channel by channel, and stops at the first role that opens it.
 */
function openedTo(which: 'visible' | 'writable', workspaceId: string, userId: string) {
  const held = sql`SELECT role_id FROM role_users WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`;
  return sql<string[]>`CASE WHEN (SELECT count(*) FROM (${held}) AS held) > ${sql.lit(fewRoles)} THEN ARRAY(
    SELECT id FROM channels WHERE workspace_id = ${workspaceId} AND EXISTS (
      SELECT FROM role_channels
      WHERE channel_id = channels.id AND ${sql.ref(which)} AND coalesce(role_id IN (${held}), false) OFFSET 0)
  ) ELSE ARRAY(
    SELECT DISTINCT channel_id FROM (${held}) AS held JOIN role_channels USING (role_id) WHERE ${sql.ref(which)}
  ) END`;
}

/** Adds the channels that the roles open together to the facts, on the first role. */
const withOpened = (roles: RoleFacts[], opened: Pick<RoleFacts, 'visibleChannels' | 'writableChannels'>): RoleFacts[] =>
  roles.map((role, i) => (i === 0 ? { ...role, ...opened } : role));

const columnsOfWorkspaces: Record<keyof WorkspaceRow, true> = {
  id: true,
  title: true,
  description: true,
  logo: true,
  society_id: true,
  restricted: true,
  tags: true,
  welcome_channel: true,
  auto_delete: true,
  auto_delete_days: true,
  announce_moves: true,
  members_count: true,
  created_at: true,
};
const columns = sql.join(Object.keys(columnsOfWorkspaces).map(column => sql.ref(`workspaces.${column}`)));

/**
 * Finds a workspace and the standing of one person in it, in one query. Undefined when the workspace or the person does
 * not exist.
 * @param discovering the person, to hide a workspace that they may not discover: says in SQL what `can.discover` says
 */
export async function findWorkspace(
  db: Db,
  workspaceId: string,
  userId: string,
  discovering?: Pick<Actor, 'societyId' | 'guestUntilMs'>,
): Promise<WorkspaceAccess | undefined> {
  const isFull = discovering?.guestUntilMs === null;
  const { rows } = await sql<
    WorkspaceRow & {
      is_member: boolean;
      is_owner: boolean;
      banned: boolean;
      role_facts: RoleFacts[];
      visible: string[];
      writable: string[];
      is_guest: boolean;
      let_into: string[];
    }
  >`${prepared('workspace-access')}
    SELECT ${columns}, members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
      EXISTS (SELECT FROM workspace_bans WHERE workspace_id = workspaces.id AND user_id = person.id) AS banned,
      ${roleFacts} AS role_facts, ${openedTo('visible', workspaceId, userId)} AS visible,
      ${openedTo('writable', workspaceId, userId)} AS writable, guests.user_id IS NOT NULL AS is_guest,
      CASE WHEN guests.user_id IS NULL THEN '{}' ELSE ARRAY(
        SELECT channel_id FROM let_in WHERE let_in.workspace_id = workspaces.id AND let_in.user_id = person.id
      ) END AS let_into
    FROM workspaces CROSS JOIN (SELECT ${userId}::uuid AS id) AS person
    LEFT JOIN workspace_members AS members ON members.workspace_id = workspaces.id AND members.user_id = person.id
    LEFT JOIN guests ON guests.workspace_id = workspaces.id AND guests.user_id = person.id AND guests.ends_at > now()
    WHERE workspaces.id = ${workspaceId} AND (${discovering === undefined}::boolean OR members.user_id IS NOT NULL
      OR guests.user_id IS NOT NULL OR (${isFull}::boolean
        AND (NOT restricted OR society_id = ${discovering?.societyId ?? null}::uuid)))`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { is_member, is_owner, banned, role_facts, visible, writable, is_guest, let_into, ...workspace } = row;
  const roles = withOpened(role_facts, { visibleChannels: visible, writableChannels: writable });
  const me: MemberFacts = { userId, isMember: is_member, isOwner: is_owner, roles };
  if (is_guest && !is_member) me.letInto = let_into;
  return { workspace, me, isGuest: me.letInto !== undefined, banned };
}

/** Locks a workspace; called before its facts are read, or they could predate a change just committed. */
export async function lockWorkspace(db: Db, id: string): Promise<void> {
  await sql`SELECT FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
}

/** People who may change a workspace: its members, or anyone who may join. */
export type Changers = 'members' | 'who may join';

/**
 * Selects a workspace in which the person may change something: for `who may join`, repeats in SQL the rule of
 * `can.discover`.
 */
const changeable = (id: string, { userId, societyId }: Actor, whose: Changers) => sql`
  SELECT FROM workspaces WHERE id = ${id} AND (
    EXISTS (SELECT FROM workspace_members WHERE workspace_id = workspaces.id AND user_id = ${userId})
    ${whose === 'who may join' ? sql`OR NOT restricted OR society_id = ${societyId}` : sql``}
  )`;

/** Says whether a person may change something in a workspace, and so may queue for its lock. */
export async function mayChange(db: Db, actor: Actor, id: string, whose: Changers): Promise<boolean> {
  return (await changeable(id, actor, whose).execute(db)).rows.length > 0;
}

interface WorkspaceOptions extends LoadOptions {
  /** People who may take the lock: for anyone else, the wait itself would reveal activity in the workspace. */
  whose?: Changers;
  /** Error for a workspace that the person may not discover. */
  hidden?: ErrorCode;
}

/** Loads a workspace that the person may discover. */
export async function loadWorkspace(
  db: Db,
  actor: Actor,
  id: string,
  { lock, whose = 'members', hidden = 'not_found' }: WorkspaceOptions,
): Promise<WorkspaceAccess> {
  const locked = lock && (await sql`${changeable(id, actor, whose)} FOR NO KEY UPDATE`.execute(db)).rows.length > 0;
  const { me, ...found } =
    (await findWorkspace(db, id, actor.userId, hidden === 'not_found' ? actor : undefined)) ?? fail('not_found');
  // A person who joined after the lock was refused holds no lock, so they may not change anything yet.
  const isMember = me.isMember && (locked || !lock);
  const { restricted, society_id: societyId } = found.workspace;
  const joiner = { societyId: actor.societyId, isGuest: actor.guestUntilMs !== null };
  const isOpen = can.discover({ ...joiner, isMember, isGuestHere: found.isGuest }, { restricted, societyId });
  demand(isOpen && (locked || !lock || whose === 'members'), hidden);
  return { ...found, me: { ...me, isMember } };
}

/**
 * Locks and loads the workspace of an invitation, with a person's standing in it: an invitation opens even a workspace
 * that its holder may not discover.
 */
export async function invitedWorkspace(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceAccess | undefined> {
  await lockWorkspace(db, workspaceId);
  return findWorkspace(db, workspaceId, userId);
}

/** Reads the standing of a person in a workspace: the target of a kick, say. A non-member has no rights. */
export async function memberFacts(db: Db, workspaceId: string, userId: string): Promise<MemberFacts> {
  const found = await findWorkspace(db, workspaceId, userId);
  return found?.me ?? { userId, isMember: false, isOwner: false, roles: [] };
}

/** Finds a workspace and the standing of one of its members or guests; undefined for anybody else. */
export async function findMember(db: Db, id: string, userId: string): Promise<WorkspaceAccess | undefined> {
  const found = await findWorkspace(db, id, userId, { societyId: null, guestUntilMs: null });
  return found?.me.isMember || found?.isGuest ? found : undefined;
}

/** Loads a workspace for its members, and its guests where the endpoint is open to guests. */
export async function loadMember(db: Db, actor: Actor, id: string, options: LoadOptions): Promise<WorkspaceAccess> {
  const found = await loadWorkspace(db, actor, id, options);
  demand(found.me.isMember || found.isGuest, 'members_only');
  return found;
}

/** Loads the workspace of a record; a non-member learns nothing of the record or the workspace. */
export async function loadOwning(
  db: Db,
  actor: Actor,
  workspaceId: string,
  options: LoadOptions,
): Promise<WorkspaceAccess> {
  const found = await loadWorkspace(db, actor, workspaceId, options);
  demand(found.me.isMember, 'not_found');
  return found;
}
