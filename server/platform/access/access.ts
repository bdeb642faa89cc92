import type { Access, AccessKind } from '@palabre/common/contract/define.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { type ChannelFacts, can, type MemberFacts, type PlaceRights } from '@palabre/common/permissions/can.ts';
import { CompiledQuery, type Selectable } from 'kysely';
import { demand, fail } from '../http/errors.ts';
import type { Db } from '../postgres/db.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Actor } from '../sessions/session.ts';
import { type ConversationAccess, loadConversation } from './access.conversations.ts';
import { type Input, idOf } from './access.input.ts';
import { type PlaceAccess, postingAccess } from './access.places.ts';
import {
  type ChannelRow,
  type FileRecord,
  findChannel,
  findFile,
  findMessage,
  findOwnWorkspace,
  findThread,
  type MessageRecord,
} from './access.records.ts';
import { loadSociety, loadSocietyMember, type SocietyAccess } from './access.societies.ts';
import {
  findWorkspace,
  type LoadOptions,
  loadMember,
  loadOwning,
  loadWorkspace,
  lockWorkspace,
  memberFacts,
  nowhere,
  type WorkspaceAccess,
  type WorkspaceRow,
} from './access.workspaces.ts';

/**
 * Loads records on behalf of a person, and nothing else does: loading is checking. A record that the person may not
 * know of answers exactly as a missing one, and takes as many statements: later reads run all the same, for an id that
 * nothing has (`nowhere`).
 */

/** Channel that a person sees, in its workspace, with the facts for `can`. */
export interface ChannelAccess extends WorkspaceAccess {
  channel: ChannelRow;
  facts: ChannelFacts;
}

/** Message that a person may read, with what they may do in its place. */
export interface MessageAccess {
  message: MessageRecord;
  place: PlaceAccess;
  rights: PlaceRights;
}

/** Thread that a person may read; it may have no reply yet. */
export interface ThreadAccess {
  place: PlaceAccess;
}

/** Record that each kind of access passes to the handler. */
export interface Loaded {
  public: null;
  session: null;
  self: null;
  ownSession: { id: string };
  discoverable: WorkspaceAccess;
  joinable: WorkspaceAccess;
  member: WorkspaceAccess;
  channel: ChannelAccess;
  conversation: ConversationAccess;
  society: SocietyAccess;
  societyMember: SocietyAccess;
  place: PlaceAccess;
  message: MessageAccess;
  thread: ThreadAccess;
  role: WorkspaceAccess & { role: Selectable<Tables['roles']> };
  invite: WorkspaceAccess & { invite: Selectable<Tables['invites']> };
  emailInvite: WorkspaceAccess & { invite: Selectable<Tables['email_invites']> };
  notification: null;
  scheduled: Selectable<Tables['scheduled_messages']>;
  administrator: null;
  file: FileRecord;
}

type Loaders = { [K in AccessKind]: (db: Db, actor: Actor, id: string, options: LoadOptions) => Promise<Loaded[K]> };

/** Reads the standing of a person in the workspace of a place; a conversation has no workspace. */
export async function factsInPlace(db: Db, { homeId, kind }: PlaceAccess, userId: string): Promise<MemberFacts> {
  const channel =
    kind === 'channel' &&
    (await db.selectFrom('channels').select('workspace_id').where('id', '=', homeId).executeTakeFirst());
  if (channel) return memberFacts(db, channel.workspace_id, userId);
  return { userId, isMember: false, isOwner: false, roles: [] };
}

/** Builds the facts of a channel for `can`. */
export const channelFacts = (
  channel: { id: string; visibility: Visibility },
  workspace: WorkspaceRow,
): ChannelFacts => ({
  id: channel.id,
  visibility: channel.visibility,
  isWelcome: workspace.welcome_channel === channel.id,
});

async function loadChannel(db: Db, actor: Actor, id: string, { lock }: LoadOptions): Promise<ChannelAccess> {
  let channel = await findChannel(db, actor.userId, id);
  if (lock) {
    await lockWorkspace(db, channel?.workspaceId ?? nowhere);
    channel = await findChannel(db, actor.userId, channel?.id ?? nowhere);
  }
  const found = await findWorkspace(db, channel?.workspaceId ?? nowhere, actor.userId);
  if (!channel || !found) fail('not_found');
  const facts = channelFacts(channel, found.workspace);
  demand(can.seeChannel(found.me, facts), 'not_found');
  return { ...found, channel, facts };
}

/** Loads a place in one query. Pages of messages check in their own statement; see `placeReader`. */
async function loadPlace(db: Db, actor: Actor, id: string): Promise<PlaceAccess> {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values));
  const access = await postingAccess({ query }, [{ userId: actor.userId, placeId: id }]);
  const granted = access.get(`${actor.userId}:${id}`);
  demand(granted?.canRead, 'not_found');
  return { placeId: id, homeId: granted.homeId, kind: granted.kind };
}

const nothing = async () => null;

const loaders: Loaders = {
  public: nothing,
  session: nothing,
  self: async (_db, actor, id) => {
    demand(actor.userId === id, 'forbidden');
    return null;
  },
  ownSession: async (db, actor, id) => {
    const mine = db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', actor.userId);
    return (await mine.executeTakeFirst()) ?? fail('not_found');
  },
  discoverable: loadWorkspace,
  // Refused with its own code: invitations to a restricted workspace already reveal that it exists.
  joinable: (db, actor, id, options) =>
    loadWorkspace(db, actor, id, { ...options, whose: 'who may join', hidden: 'workspace_restricted' }),
  member: loadMember,
  channel: loadChannel,
  conversation: loadConversation,
  society: loadSociety,
  societyMember: loadSocietyMember,
  place: loadPlace,
  message: async (db, actor, id) => {
    const found = await findMessage(db, actor.userId, id);
    demand(found?.rights.canRead, 'not_found');
    return { message: found.row, place: found.place, rights: found.rights };
  },
  thread: async (db, actor, id) => {
    const found = await findThread(db, actor.userId, id);
    demand(found?.rights.canRead, 'not_found');
    const { homeId, kind } = found.place;
    return { place: { placeId: found.row.threadId, homeId, kind } };
  },
  role: async (db, actor, id, options) => {
    const workspaceId = await findOwnWorkspace(db, actor, 'roles', id);
    const workspace = await loadOwning(db, actor, workspaceId ?? nowhere, options);
    const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
    return { ...workspace, role: role ?? fail('not_found') };
  },
  invite: async (db, actor, id, options) => {
    const invite = await db
      .selectFrom('invites')
      .innerJoin('workspace_members as me', 'me.workspace_id', 'invites.workspace_id')
      .selectAll('invites')
      .where('invites.id', '=', id)
      .where('me.user_id', '=', actor.userId)
      .executeTakeFirst();
    const workspace = await loadOwning(db, actor, invite?.workspace_id ?? nowhere, options);
    return { ...workspace, invite: invite ?? fail('not_found') };
  },
  emailInvite: async (db, actor, id, options) => {
    const workspaceId = await findOwnWorkspace(db, actor, 'email_invites', id);
    const workspace = await loadOwning(db, actor, workspaceId ?? nowhere, options);
    const pending = db.selectFrom('email_invites').selectAll().where('id', '=', id).where('accepted_at', 'is', null);
    return { ...workspace, invite: (await pending.executeTakeFirst()) ?? fail('not_found') };
  },
  notification: async (db, actor, id) => {
    const stored = await db
      .selectFrom('notifications')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    // Otherwise the id is of a message (decision 0031); whether the message notifies the person is checked where the
    // notification is read.
    if (!stored) await loaders.message(db, actor, id, { lock: false });
    return null;
  },
  scheduled: async (db, actor, id, { lock }) => {
    const mine = db
      .selectFrom('scheduled_messages')
      .selectAll()
      .where('id', '=', id)
      .where('author_id', '=', actor.userId);
    return (await (lock ? mine.forUpdate() : mine).executeTakeFirst()) ?? fail('not_found');
  },
  administrator: async (_db, actor) => {
    demand(can.administer(actor), 'not_found');
    return null;
  },
  file: async (db, actor, id) => {
    const { row: file, rights } = (await findFile(db, actor.userId, id)) ?? fail('not_found');
    const facts = {
      ownerId: file.owner_id,
      privateUntilMs: file.private_until?.getTime() ?? null,
      canRead: file.message_id === null ? null : rights.canRead,
      isScheduled: file.isScheduled,
    };
    demand(can.openFile(actor, facts, Date.now()), 'not_found');
    return file;
  },
};

/** Loads the record that an endpoint's `access` names, or refuses as the contract states. */
export function load<K extends AccessKind>(
  access: Access<K>,
  db: Db,
  actor: Actor,
  input: Input,
  options: LoadOptions,
): Promise<Loaded[K]> {
  return loaders[access.kind](db, actor, idOf(access as Access, input), options);
}
