import type { Visibility } from '../contract/workspaces/channels.ts';
import type { Membership } from '../rules/society-membership.ts';
import { administering } from './can.administer.ts';
import { conversing } from './can.conversations.ts';
import type { FileFacts } from './file-facts.ts';

/*
 * The rights of people, as pure functions over facts. The server enforces them and the web hides controls by them; no other
 * code compares an owner or a role.
 */

/** A role, with the fields that decide rights. */
export interface RoleFacts {
  rank: number;
  creator: boolean;
  canKick: boolean;
  addChannels: boolean;
  visibleChannels: readonly string[];
  writableChannels: readonly string[];
}

/** A person in a workspace. A person who is not a member has no right there. */
export interface MemberFacts {
  userId: string;
  isMember: boolean;
  isOwner: boolean;
  roles: readonly RoleFacts[];
  /** Channels that a guest is let into; a guest is not a member. Undefined for anybody else. */
  letInto?: readonly string[];
}

/** A person, with the fields that decide their rank. */
export interface Ranked {
  isOwner: boolean;
  roles: readonly Pick<RoleFacts, 'rank'>[];
}

/** A channel, with the fields that decide who sees it and writes in it. */
export interface Visible {
  id: string;
  visibility: Visibility;
}

/** A channel, with the fields that decide rights. */
export interface ChannelFacts extends Visible {
  /** Whether the channel is the workspace's welcome channel. */
  isWelcome: boolean;
}

/**
 * Rights of a person in a message's place: by `seeChannel` and `postMessage` in a channel, by `seeConversation` in a
 * conversation.
 */
export interface PlaceRights {
  canRead: boolean;
  canWrite: boolean;
}

/** A workspace, with the fields that decide who may discover it. */
export interface WorkspaceFacts {
  restricted: boolean;
  societyId: string | null;
}

/** A person, with the fields that decide which workspaces they may join. */
export interface Joiner {
  societyId: string | null;
  /** Whether the account is a guest's. */
  isGuest: boolean;
}

/** A guest, with the fields that decide who may change their stay. */
export interface GuestFacts {
  sponsorId: string | null;
}

const isLetInto = ({ isMember, letInto = [] }: MemberFacts, channel: Visible) =>
  !isMember && letInto.includes(channel.id);

const some = (actor: MemberFacts, right: 'creator' | 'canKick' | 'addChannels') =>
  actor.isMember && actor.roles.some(role => role[right]);

/** Tells whether a person runs the workspace: an owner, or a holder of a creator role. */
const runs = (actor: MemberFacts) => actor.isMember && (actor.isOwner || some(actor, 'creator'));

/** Returns a person's best rank: 0 for an owner, who is above everyone; infinite without a role. */
export const bestRank = (person: Ranked): number =>
  person.isOwner ? 0 : Math.min(Number.POSITIVE_INFINITY, ...person.roles.map(role => role.rank));

/**
 * Returns the rank of the best role by which a person may add channels; infinite without such a role. When the person makes
 * a channel private, this role opens the channel to them.
 */
export const channelsRank = ({ roles }: MemberFacts): number =>
  bestRank({ isOwner: false, roles: roles.filter(role => role.addChannels || role.creator) });

/** Tells whether a role gives this channel and nothing else. */
export const givesOnly = (role: RoleFacts, channelId: string): boolean =>
  !(role.creator || role.canKick || role.addChannels) &&
  [...role.visibleChannels, ...role.writableChannels].every(id => id === channelId);

/** Tells whether a rank is above the actor's best rank. */
const outranked = (actor: MemberFacts, rank: number) => bestRank(actor) > rank;

/** Rights of people. Each function tells whether the actor may do what its name says. */
export const can = {
  ...administering,
  ...conversing,

  /**
   * Sees a person's address, hours and contacts: of people who share a place with the actor, or of anyone as
   * administrator.
   */
  seeContacts: (actor: { admin: boolean }, sharesPlace: boolean): boolean => can.administer(actor) || sharesPlace,

  /** Sees a workspace's card: as a member or a guest, or as someone who may join it. */
  discover: (actor: Joiner & { isMember: boolean; isGuestHere: boolean }, workspace: WorkspaceFacts): boolean =>
    actor.isMember || actor.isGuestHere || can.join(actor, workspace),

  /**
   * Joins a workspace without an invitation: an open one, or a restricted one of the person's own society. Never with
   * the account of a guest.
   */
  join: (actor: Joiner, workspace: WorkspaceFacts): boolean =>
    !actor.isGuest &&
    (!workspace.restricted || (workspace.societyId !== null && workspace.societyId === actor.societyId)),

  /** Sees a channel: as a member, by its visibility and the actor's roles; as a guest, only if let in. */
  seeChannel: (actor: MemberFacts, channel: Visible): boolean =>
    isLetInto(actor, channel) ||
    (actor.isMember &&
      (channel.visibility !== 'private' ||
        actor.isOwner ||
        actor.roles.some(role => role.visibleChannels.includes(channel.id)))),

  postMessage: (actor: MemberFacts, channel: Visible): boolean =>
    isLetInto(actor, channel)
      ? channel.visibility !== 'protected'
      : can.seeChannel(actor, channel) &&
        (channel.visibility === 'public' ||
          actor.isOwner ||
          actor.roles.some(role => role.writableChannels.includes(channel.id))),

  /** Mentions all members of a workspace by `<@everyone>`. */
  mentionEveryone: runs,

  /** Mentions all people of a conversation by `<@everyone>`. */
  mentionConversation: (actor: { isIn: boolean }): boolean => conversing.seeConversation(actor),

  /** Answers a message. */
  reply: ({ canWrite }: PlaceRights): boolean => canWrite,

  /** Adds and removes a reaction to a message. */
  react: ({ canRead }: PlaceRights): boolean => canRead,

  /** Pins and unpins a message, whoever wrote or pinned it. */
  pin: ({ canRead }: PlaceRights): boolean => canRead,

  /**
   * Opens a file: an attachment, if the person may read its message, or is the author of its scheduled message; a file
   * kept for its owner, as its owner; or a picture of a person or place, which is public.
   */
  openFile: (actor: { userId: string }, file: FileFacts, nowMs: number): boolean =>
    (file.canRead !== false || (file.isScheduled && file.ownerId === actor.userId)) &&
    (file.privateUntilMs === null || (file.ownerId === actor.userId && file.privateUntilMs > nowMs)),

  changeMessage: (actor: { userId: string }, message: { senderId: string }): boolean =>
    actor.userId === message.senderId,

  /** Deletes a message: the actor's own, or any message of a channel for people who run its workspace. */
  deleteMessage: (actor: MemberFacts, message: { senderId: string }): boolean =>
    can.changeMessage(actor, message) || runs(actor),

  /** Changes a workspace's settings and roles, and lists its invites. */
  manageWorkspace: runs,

  deleteWorkspace: (actor: MemberFacts): boolean => actor.isMember && actor.isOwner,

  /** Makes a member the owner in place of the actor; the member must not be an owner already. */
  passOn: (actor: MemberFacts, target: MemberFacts): boolean =>
    can.deleteWorkspace(actor) && target.isMember && can.everExclude(actor, target),

  /** Has the right to handle reports of a workspace's messages at all: owners; `handleReport` decides for each. */
  handleReports: (actor: MemberFacts): boolean => actor.isMember && actor.isOwner,

  /** Handles the report of a person's message, as owner: never about the actor nor another owner. */
  handleReport: (actor: MemberFacts, target: Pick<MemberFacts, 'userId' | 'isOwner'>): boolean =>
    can.handleReports(actor) && can.everExclude(actor, target),

  /** Leaves a workspace that has `owners` owners: the last owner can't. */
  leaveWorkspace: (actor: MemberFacts, owners: number): boolean => actor.isMember && (!actor.isOwner || owners > 1),

  /** Puts a workspace in a society: in the actor's own, in none, or in its current one. */
  placeInSociety: (
    actor: { societyId: string | null },
    wanted: string | null | undefined,
    current: string | null,
  ): boolean => !wanted || wanted === actor.societyId || wanted === current,

  /** Sees the people of a society. `judgeChange` decides how a person becomes a member. */
  seeSocietyPeople: (membership: Membership): boolean => membership === 'member' || membership === 'owner',

  /** Searches the people of a society, which reveals its members. */
  searchSociety: (actor: { admin: boolean; societyId: string | null }, societyId: string): boolean =>
    actor.admin || actor.societyId === societyId,

  /** Changes a society's name, logo and whitelist, answers requests to join, deletes the society. */
  manageSociety: (membership: Membership): boolean => membership === 'owner',

  /** Makes a channel the welcome channel, which all newcomers must see. */
  welcomeIn: (actor: MemberFacts, channel: Visible): boolean =>
    runs(actor) && can.seeChannel(actor, channel) && channel.visibility !== 'private',

  invite: (actor: MemberFacts): boolean => actor.isMember,

  /** Lets guests into a workspace, each into channels that the person sees, and lists them all. */
  letGuestsIn: runs,

  /**
   * Renews or ends the stay of a guest, and changes their channels: as their sponsor, or as someone who runs the
   * workspace.
   */
  changeGuest: (actor: MemberFacts, guest: GuestFacts): boolean =>
    runs(actor) || (actor.isMember && guest.sponsorId === actor.userId),

  /** Sends again or withdraws an invitation by mail: the actor's own, or any for people who run the workspace. */
  changeEmailInvite: (actor: MemberFacts, invite: { invitedBy: string }): boolean =>
    runs(actor) || (can.invite(actor) && invite.invitedBy === actor.userId),

  addChannel: (actor: MemberFacts): boolean => runs(actor) || some(actor, 'addChannels'),

  /** Orders the channels, for everyone. */
  orderChannels: (actor: MemberFacts): boolean => can.addChannel(actor),

  changeChannel: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.seeChannel(actor, channel) && can.addChannel(actor),

  /** Sets a channel's visibility. The welcome channel is never private, since newcomers must see it. */
  setVisibility: (actor: MemberFacts, channel: ChannelFacts, wanted: Visibility): boolean =>
    can.changeChannel(actor, channel) && !(channel.isWelcome && wanted === 'private'),

  deleteChannel: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.changeChannel(actor, channel) && !channel.isWelcome,

  /**
   * Has the right to let people into a private channel at all: members who may change it, since they could make it public;
   * `letIn` decides for each person.
   */
  letAnyoneIn: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.changeChannel(actor, channel) && channel.visibility === 'private',

  /**
   * Gives a person the role that a private channel keeps for people let in one by one, or takes it from them. Neither the
   * role nor the person may rank above the actor. A role that gives more than the channel also needs `giveRole`.
   */
  letIn: (actor: MemberFacts, role: RoleFacts | undefined, channelId: string, person: Ranked): boolean =>
    !outranked(actor, bestRank(person)) &&
    (!role || (givesOnly(role, channelId) ? !outranked(actor, role.rank) : can.giveRole(actor, role.rank, person))),

  /** Has the right to kick at all; `kick` decides for each person. */
  kickAnyone: (actor: MemberFacts): boolean => runs(actor) || some(actor, 'canKick'),

  kick: (actor: MemberFacts, target: MemberFacts): boolean =>
    can.kickAnyone(actor) && target.isMember && actsOn(actor, target),

  /** Has the right to ban at all, lists the banned people, unbans; `ban` decides for each person. */
  banAnyone: runs,

  ban: (actor: MemberFacts, target: MemberFacts): boolean => can.banAnyone(actor) && actsOn(actor, target),

  /** Kicks or bans a person, ranks aside: never the actor themself, never an owner. */
  everExclude: (actor: Pick<MemberFacts, 'userId'>, target: Pick<MemberFacts, 'userId' | 'isOwner'>): boolean =>
    actor.userId !== target.userId && !target.isOwner,

  /** Creates, changes or deletes a role of this rank: never a role above the actor's own best rank. */
  manageRole: (actor: MemberFacts, rank: number): boolean => runs(actor) && !outranked(actor, rank),

  /** Moves a role from one rank to another: neither may be above the actor's own best rank. */
  moveRole: (actor: MemberFacts, from: number, to: number): boolean =>
    can.manageRole(actor, from) && can.manageRole(actor, to),

  /** Deletes a role or removes its creator right, given the number of creator roles: never the last of them. */
  spareCreator: (role: Pick<RoleFacts, 'creator'>, creatorRoles: number): boolean => !role.creator || creatorRoles > 1,

  /** Gives a person a role of this rank, or takes it from them: neither the role nor the person may rank above the actor. */
  giveRole: (actor: MemberFacts, rank: number, person: Ranked): boolean =>
    can.manageRole(actor, rank) && !outranked(actor, bestRank(person)),
};

/** Tells whether an actor may kick or ban a person, by rank: never themself, an owner, or a person of a higher rank. */
function actsOn(actor: MemberFacts, target: MemberFacts): boolean {
  return can.everExclude(actor, target) && !outranked(actor, bestRank(target));
}
