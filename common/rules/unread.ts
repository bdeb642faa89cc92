import type { Level, Unread } from '../contract/unread.ts';

/** What one hears of a place: nothing for as long as it is muted, whatever its level. */
export const heardLevel = ({ level, muted }: { level: Level; muted: boolean }): Level => (muted ? 'nothing' : level);

/** How many messages of a place wait for its reader: all of a conversation, those that call them elsewhere, none of a muted one. */
export function waitingIn(state: Unread): number {
  const level = heardLevel(state);
  if (!state.first || level === 'nothing') return 0;
  return state.conversationId && level === 'all' ? state.messages : state.mentions;
}

/** Days for which a notification is kept. */
export const notificationDays = 90;
