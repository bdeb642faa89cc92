import { type AddressParts, paths } from '../../platform/address/paths.ts';

/** What one was let into at this address. */
export interface Admission {
  /** Of the workspace or the conversation. */
  id: string;
  /** What a conversation is called. */
  title?: string;
  channel: { _id: string; title: string } | null;
  settings: boolean;
}

/** What one may see of the place in the address, by the server's word; `undefined`: it has said nothing yet. */
export interface Access {
  /** The workspace's welcome channel; null: one is not a member. */
  workspace: { welcomeChannel: string } | null | undefined;
  channels: readonly { _id: string; title: string }[] | undefined;
  /** Whether the server has refused the channel of the address: a list may lack one that has just been made. */
  channelRefused?: boolean;
  /** Whether one runs it. */
  manages: boolean | undefined;
  /** What the conversation is called; null: it is not, or no longer, among one's own. */
  conversation?: { title: string } | null | undefined;
}

/** Where one is led, and the one thing that is said; `news: null`: the page itself says it, or nothing is lost. */
export interface Loss {
  to: string;
  news: 'workspace' | 'settingsLost' | 'settingsRefused' | 'channel' | 'conversation' | null;
  /** What is gone: whoever ended it themself is told nothing. */
  id: string;
  title?: string;
}

/** The workspace before its settings, and these before a channel: the outermost that is gone is all there is to say. */
export function lossOf(place: AddressParts, access: Access, admitted: Admission | null): Loss | null {
  const { workspaceId, channelId, section, conversationId } = place;
  const { workspace, channels, manages, conversation } = access;
  if (conversationId) {
    // One that was never among them is for the page to look for: hidden, it is there all the same.
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

/** Where one was let into before this page opened, by what this device knows: one is led out of it in the same way. */
export const admissionBefore = (workspaceId: string): Admission => ({
  id: workspaceId,
  channel: null,
  settings: false,
});

/** What one is let into: what `lossOf` is told the next time. Until that is known, what one was let into before. */
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
