import type { ChannelFacts, MemberFacts, RoleFacts } from '../permissions/can.ts';

/** A role that allows nothing, but for what is said. */
export const role = (fields: Partial<RoleFacts> = {}): RoleFacts => ({
  rank: 2,
  creator: false,
  canKick: false,
  addChannels: false,
  visibleChannels: [],
  writableChannels: [],
  ...fields,
});
/** A member without any role, but for what is said. */
export const person = (fields: Partial<MemberFacts> = {}): MemberFacts => ({
  userId: 'me',
  isMember: true,
  isOwner: false,
  roles: [],
  ...fields,
});
export const channel = (visibility: ChannelFacts['visibility'], isWelcome = false): ChannelFacts => ({
  id: 'channel',
  visibility,
  isWelcome,
});
