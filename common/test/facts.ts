import type { ChannelFacts, MemberFacts, RoleFacts } from '../permissions/can.ts';

/** Makes a role without rights, except the given fields. */
export const role = (fields: Partial<RoleFacts> = {}): RoleFacts => ({
  rank: 2,
  creator: false,
  canKick: false,
  addChannels: false,
  visibleChannels: [],
  writableChannels: [],
  ...fields,
});
/** Makes a member without roles, except the given fields. */
export const person = (fields: Partial<MemberFacts> = {}): MemberFacts => ({
  userId: 'me',
  isMember: true,
  isOwner: false,
  roles: [],
  ...fields,
});
/** Makes a channel. */
export const channel = (visibility: ChannelFacts['visibility'], isWelcome = false): ChannelFacts => ({
  id: 'channel',
  visibility,
  isWelcome,
});
