import { type AddressParts, paths } from '../paths.ts';

/** What one was let into at this address. */
export interface Admission {
  workspaceId: string;
  channel: { _id: string; title: string } | null;
  settings: boolean;
}

/** What one may see of the place in the address; `undefined`: not known yet. */
export interface Access {
  /** The workspace's welcome channel; null: one is not a member. */
  workspace: { welcomeChannel: string } | null | undefined;
  channels: readonly { _id: string; title: string }[] | undefined;
  /** Whether one runs it. */
  manages: boolean | undefined;
}

/** Where one is led, and the one thing that is said; `news: null`: the page itself says it, or nothing is lost. */
export interface Loss {
  to: string;
  news: 'workspace' | 'settingsLost' | 'settingsRefused' | 'channel' | null;
  /** What is gone: whoever ended it themself is told nothing. */
  id: string;
  title?: string;
}

/** The workspace before its settings, and these before a channel: the outermost that is gone is all there is to say. */
export function lossOf(place: AddressParts, access: Access, admitted: Admission | null): Loss | null {
  const { workspaceId, channelId, section } = place;
  const { workspace, channels, manages } = access;
  if (!workspaceId || workspace === undefined) return null;
  const inside = admitted?.workspaceId === workspaceId ? admitted : null;
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
  const to = paths.channel(workspaceId, workspace.welcomeChannel);
  return { to, news: seen && 'channel', id: channelId, title: seen?.title };
}

/** What one is let into, as far as that is known: what `lossOf` is told the next time. */
export function admissionOf(place: AddressParts, access: Access): Admission | null {
  const { workspaceId, channelId, section } = place;
  if (!workspaceId || !access.workspace) return null;
  return {
    workspaceId,
    channel: access.channels?.find(channel => channel._id === channelId) ?? null,
    settings: section !== undefined && access.manages === true,
  };
}
