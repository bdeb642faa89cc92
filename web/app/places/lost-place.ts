import { type AddressParts, paths } from '../../platform/address/paths.ts';

/** Places of an address that the person has seen, so that their loss can be announced. */
export interface Admission {
  /** Id of the workspace or the conversation. */
  id: string;
  /** Title of the conversation. */
  title?: string;
  channel: { _id: string; title: string } | null;
  settings: boolean;
}

/** The person's access to the places of an address, as the server has answered; `undefined` while it hasn't. */
export interface Access {
  /** The workspace's welcome channel; null if the person is not a member. */
  workspace: { welcomeChannel: string } | null | undefined;
  channels: readonly { _id: string; title: string }[] | undefined;
  /** Whether the server has refused the address's channel; a list may only lack a channel that was just created. */
  channelRefused?: boolean;
  /** Whether the person manages the workspace. */
  manages: boolean | undefined;
  /** The conversation's title; null if it is not, or no longer, the person's. */
  conversation?: { title: string } | null | undefined;
}

/** Loss of a place: the address to go to, and the message; `news` is null if the page itself tells, or nothing was seen. */
export interface Loss {
  to: string;
  news: 'workspace' | 'settingsLost' | 'settingsRefused' | 'channel' | 'conversation' | null;
  /** Id of the lost place; a person who left or deleted it themself sees no message. */
  id: string;
  title?: string;
}

/** Finds the outermost lost place: the workspace first, then its settings, then a channel. */
export function lossOf(place: AddressParts, access: Access, admitted: Admission | null): Loss | null {
  const { workspaceId, channelId, section, conversationId } = place;
  const { workspace, channels, manages, conversation } = access;
  if (conversationId) {
    // The page itself fetches a conversation that was never in the list: a hidden conversation still exists.
    if (conversation !== null || admitted?.id !== conversationId) return null;
    return { to: paths.conversations, news: 'conversation', id: conversationId, title: admitted.title };
  }
  if (!workspaceId || workspace === undefined) return null;
  const inside = admitted?.id === workspaceId ? admitted : null;
  if (workspace === null) {
    if (inside) return { to: paths.workspaces, news: 'workspace', id: workspaceId };
    return section ? { to: paths.workspace(workspaceId), news: null, id: workspaceId } : null;
  }
  if (section) {
    if (manages !== false) return null;
    const news = inside?.settings ? 'settingsLost' : 'settingsRefused';
    return { to: paths.workspace(workspaceId), news, id: workspaceId };
  }
  if (!channelId || !channels || channelId === workspace.welcomeChannel) return null;
  if (channels.some(channel => channel._id === channelId)) return null;
  const last = inside?.channel ?? null;
  const seen = last?._id === channelId ? last : null;
  if (!seen && !access.channelRefused) return null;
  const to = paths.channel(workspaceId, workspace.welcomeChannel);
  return { to, news: seen && 'channel', id: channelId, title: seen?.title };
}

/** Returns the admission to a workspace that the device's cache lists, before the server has answered. */
export const admissionBefore = (workspaceId: string): Admission => ({
  id: workspaceId,
  channel: null,
  settings: false,
});

/** Returns the admission for the next call of `lossOf`; the previous one while the access is unknown. */
export function admissionOf(place: AddressParts, access: Access, before: Admission | null = null): Admission | null {
  const { workspaceId, channelId, section, conversationId } = place;
  const { conversation } = access;
  if (conversationId && conversation) {
    return { id: conversationId, title: conversation.title, channel: null, settings: false };
  }
  if (!workspaceId || !access.workspace) {
    return access.workspace === undefined && before?.id === workspaceId ? before : null;
  }
  return {
    id: workspaceId,
    channel: access.channels?.find(channel => channel._id === channelId) ?? null,
    settings: section !== undefined && access.manages === true,
  };
}
