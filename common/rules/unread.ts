import type { Level, Unread } from '../contract/reading/unread.ts';

/** What reaches one of a place: each message, those that call one, those that call one by name alone, none. */
export type Hearing = Level | 'named';

/** What reaches one of a place: while it is muted those that call one by name or answer one, unless one wants nothing of it. */
export const hearingOf = ({ level, muted }: { level: Level; muted: boolean }): Hearing =>
  muted && level !== 'nothing' ? 'named' : level;

/**
 * How many messages of a place wait for its reader: all of a conversation of which one hears all, else those that call them.
 * It is none exactly when the inbox holds nothing unread of the place.
 */
export function waitingIn(state: Unread): number {
  const hearing = hearingOf(state);
  if (hearing === 'nothing') return 0;
  return state.conversationId && hearing === 'all' ? state.messages : state.mentions;
}

/** Days for which a notification is kept. */
export const notificationDays = 90;

/** For how long « everything is read » can be undone once it was said; the server gives a little more. */
export const undoSeconds = 10;
