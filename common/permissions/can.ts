import type { Visibility } from '../contract/workspaces/channels.ts';
import type { Membership } from '../rules/society-moves.ts';

/**
 * Who may do what, as pure functions over facts. The
 * server enforces them, the web hides by them; nothing else compares an owner or a role.
 */

/** What a role allows, as far as rights go. */
export interface RoleFacts {
  rank: number;
  creator: boolean;
  canKick: boolean;
  addChannels: boolean;
  visibleChannels: readonly string[];
  writableChannels: readonly string[];
}

/** A person in a workspace: who is not a member has no right there. */
export interface MemberFacts {
  userId: string;
  isMember: boolean;
  isOwner: boolean;
  roles: readonly RoleFacts[];
}

/** As much of a person as ranks depend on. */
export interface Ranked {
  isOwner: boolean;
  roles: readonly Pick<RoleFacts, 'rank'>[];
}

/** As much of a channel as seeing and writing depend on. */
export interface Visible {
  id: string;
  visibility: Visibility;
}

export interface ChannelFacts extends Visible {
  /** Whether it is the workspace's welcome channel. */
  isWelcome: boolean;
}

/** A conversation, as far as rights go. */
export interface ConversationFacts {
  creatorId: string | null;
  /** Whether it was made as a group: it stays one however few are left. */
  isGroup: boolean;
  /** How many are in it. */
  people: number;
}

export interface WorkspaceFacts {
  restricted: boolean;
  societyId: string | null;
}

const some = (actor: MemberFacts, right: 'creator' | 'canKick' | 'addChannels') =>
  actor.isMember && actor.roles.some(role => role[right]);

/** Owner, or holder of a creator role: who runs the workspace. */
const runs = (actor: MemberFacts) => actor.isMember && (actor.isOwner || some(actor, 'creator'));

/** Best rank of a person: 0 for an owner, who stands above all; infinite without any role. */
export const bestRank = (person: Ranked): number =>
  person.isOwner ? 0 : Math.min(Number.POSITIVE_INFINITY, ...person.roles.map(role => role.rank));

/**
 * Rank of the best of a person's roles by which they add channels: the one that opens to them what they make private.
 * Infinite when none does.
 */
export const channelsRank = ({ roles }: MemberFacts): number =>
  bestRank({ isOwner: false, roles: roles.filter(role => role.addChannels || role.creator) });

/** Whether all that a role gives is this channel. */
export const givesOnly = (role: RoleFacts, channelId: string): boolean =>
  !(role.creator || role.canKick || role.addChannels) &&
  [...role.visibleChannels, ...role.writableChannels].every(id => id === channelId);

const outranked = (actor: MemberFacts, rank: number) => bestRank(actor) > rank;

export const can = {
  /** Run Palabre: see everyone, reports, who is banned, the journal. */
  administer: (actor: { admin: boolean }): boolean => actor.admin,

  /** Tell administrators of a person: of anyone but oneself. */
  report: (actor: { userId: string }, target: { userId: string }): boolean => actor.userId !== target.userId,

  /** Ban an account, whatever runs Palabre besides: never one's own. */
  banAccount: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    can.administer(actor) && actor.userId !== target.userId,

  /** Delete an account: one's own, or anyone's as administrator. */
  deleteAccount: (actor: { userId: string; admin: boolean }, account: { userId: string }): boolean =>
    actor.admin || actor.userId === account.userId,

  /** See a workspace's card, and join it if it is open. A restricted one shows to its society, if it has one. */
  discover: (actor: { isMember: boolean; societyId: string | null }, workspace: WorkspaceFacts): boolean =>
    actor.isMember || can.join(actor, workspace),

  /** Join without an invitation. */
  join: (actor: { societyId: string | null }, workspace: WorkspaceFacts): boolean =>
    !workspace.restricted || (workspace.societyId !== null && workspace.societyId === actor.societyId),

  seeChannel: (actor: MemberFacts, channel: Visible): boolean =>
    actor.isMember &&
    (channel.visibility !== 'private' ||
      actor.isOwner ||
      actor.roles.some(role => role.visibleChannels.includes(channel.id))),

  postMessage: (actor: MemberFacts, channel: Visible): boolean =>
    can.seeChannel(actor, channel) &&
    (channel.visibility === 'public' ||
      actor.isOwner ||
      actor.roles.some(role => role.writableChannels.includes(channel.id))),

  /** Call all who are in a workspace, by `<@everyone>`; in a conversation whoever is in it calls the others. */
  mentionEveryone: runs,

  changeMessage: (actor: { userId: string }, message: { senderId: string }): boolean =>
    actor.userId === message.senderId,

  /** See a conversation, and write in it. */
  joinTalk: (actor: { isIn: boolean }): boolean => actor.isIn,

  /** Give it a title, leave it: two people stay as they are. */
  changeConversation: (conversation: Pick<ConversationFacts, 'people'>): boolean => conversation.people > 2,

  /** Let people into a conversation: a group alone, whatever is left of it; what two said to each other stays theirs. */
  growConversation: (conversation: Pick<ConversationFacts, 'isGroup'>): boolean => conversation.isGroup,

  /** Delete a conversation for oneself alone: between two, nobody takes it from the other. */
  hideConversation: (conversation: Pick<ConversationFacts, 'people'>): boolean => conversation.people <= 2,

  /** Delete a conversation for all who are in it. */
  deleteConversation: (actor: { userId: string }, conversation: ConversationFacts): boolean =>
    conversation.people > 2 && actor.userId === conversation.creatorId,

  /** Delete a message: one's own, and in a channel any one for who runs its workspace; in a conversation nobody does. */
  deleteMessage: (actor: MemberFacts, message: { senderId: string }): boolean =>
    can.changeMessage(actor, message) || runs(actor),

  /** Settings, roles, and the list of invites. */
  manageWorkspace: runs,

  deleteWorkspace: (actor: MemberFacts): boolean => actor.isMember && actor.isOwner,

  /** Make a member the owner in one’s own place: of oneself and of another owner there is nothing to make. */
  passOn: (actor: MemberFacts, target: MemberFacts): boolean =>
    can.deleteWorkspace(actor) && target.isMember && can.everExclude(actor, target),

  /** Leave a workspace of so many owners: the last one stays. */
  leaveWorkspace: (actor: MemberFacts, owners: number): boolean => actor.isMember && (!actor.isOwner || owners > 1),

  /** Put a workspace in a society: in one's own, in none, or where it is already. */
  placeInSociety: (
    actor: { societyId: string | null },
    wanted: string | null | undefined,
    current: string | null,
  ): boolean => !wanted || wanted === actor.societyId || wanted === current,

  /** See who is in a society. What makes someone a member is said by `afterMove` (rules/society-moves.ts). */
  seeSocietyPeople: (membership: Membership): boolean => membership === 'member' || membership === 'owner',

  /** Look among the people of a society for someone, which tells who is in it. */
  searchSociety: (actor: { admin: boolean; societyId: string | null }, societyId: string): boolean =>
    actor.admin || actor.societyId === societyId,

  /** Its name, logo, whitelist and requests; deleting it. */
  manageSociety: (membership: Membership): boolean => membership === 'owner',

  /** Let newcomers land in this channel: all of them must see it. */
  welcomeIn: (actor: MemberFacts, channel: Visible): boolean =>
    runs(actor) && can.seeChannel(actor, channel) && channel.visibility !== 'private',

  invite: (actor: MemberFacts): boolean => actor.isMember,

  addChannel: (actor: MemberFacts): boolean => runs(actor) || some(actor, 'addChannels'),

  /** Put the channels in an order, for everyone. */
  orderChannels: (actor: MemberFacts): boolean => can.addChannel(actor),

  changeChannel: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.seeChannel(actor, channel) && can.addChannel(actor),

  /** Make a channel public, protected or private: newcomers land in the welcome channel, so it is never private. */
  setVisibility: (actor: MemberFacts, channel: ChannelFacts, wanted: Visibility): boolean =>
    can.changeChannel(actor, channel) && !(channel.isWelcome && wanted === 'private'),

  deleteChannel: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.changeChannel(actor, channel) && !channel.isWelcome,

  /** Choose who sees a private channel: whoever may change it could open it to all. `letIn` says whom. */
  letAnyoneIn: (actor: MemberFacts, channel: ChannelFacts): boolean =>
    can.changeChannel(actor, channel) && channel.visibility === 'private',

  /**
   * Give a person the role that a private channel keeps, or take it from them: neither it nor they may stand above oneself,
   * and one that gives more than the channel is given as any other.
   */
  letIn: (actor: MemberFacts, role: RoleFacts | undefined, channelId: string, person: Ranked): boolean =>
    !outranked(actor, bestRank(person)) &&
    (!role || (givesOnly(role, channelId) ? !outranked(actor, role.rank) : can.giveRole(actor, role.rank, person))),

  /** Whether the person may kick at all; `kick` says whom. */
  kickAnyone: (actor: MemberFacts): boolean => runs(actor) || some(actor, 'canKick'),

  kick: (actor: MemberFacts, target: MemberFacts): boolean =>
    can.kickAnyone(actor) && target.isMember && actsOn(actor, target),

  /** Whether the person may ban at all, see who is banned, and unban. */
  banAnyone: runs,

  ban: (actor: MemberFacts, target: MemberFacts): boolean => can.banAnyone(actor) && actsOn(actor, target),

  /** Whether the person could be kicked or banned, were it not for ranks: neither oneself nor an owner ever is. */
  everExclude: (actor: Pick<MemberFacts, 'userId'>, target: Pick<MemberFacts, 'userId' | 'isOwner'>): boolean =>
    actor.userId !== target.userId && !target.isOwner,

  /** Create, change or delete a role of this rank: never one above one's own best (an owner is above all). */
  manageRole: (actor: MemberFacts, rank: number): boolean => runs(actor) && !outranked(actor, rank),

  /** Give a role another rank: nothing is moved from above oneself, or to there. */
  moveRole: (actor: MemberFacts, from: number, to: number): boolean =>
    can.manageRole(actor, from) && can.manageRole(actor, to),

  /** Do without a role as a creator's, among so many of those: the last one is neither changed in that nor deleted. */
  spareCreator: (role: Pick<RoleFacts, 'creator'>, creatorRoles: number): boolean => !role.creator || creatorRoles > 1,

  /** Give a person a role of this rank, or take it from them: neither it nor they may stand above oneself. */
  giveRole: (actor: MemberFacts, rank: number, person: Ranked): boolean =>
    can.manageRole(actor, rank) && !outranked(actor, bestRank(person)),
};

/** Nobody acts on themself, on an owner, or on a person whose best rank is above their own. */
function actsOn(actor: MemberFacts, target: MemberFacts): boolean {
  return can.everExclude(actor, target) && !outranked(actor, bestRank(target));
}
