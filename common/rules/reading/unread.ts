import type { Level, Unread } from '../../contract/reading/unread.ts';

/**
 * Messages of a place that notify a person: all, mentions, only mentions by name and answers to them (`named`), or nothing.
 */
export type Hearing = Level | 'named';

/** Computes which messages of a place notify a person: muting reduces every level but `nothing` to `named`. */
export const hearingOf = ({ level, muted }: { level: Level; muted: boolean }): Hearing =>
  muted && level !== 'nothing' ? 'named' : level;

/**
 * Counts the unread messages of a place that notify its reader: all in a conversation at level `all`, else the mentions. The
 * count is 0 exactly when the inbox has nothing unread of the place.
 */
export function waitingIn(state: Unread): number {
  const hearing = hearingOf(state);
  if (hearing === 'nothing') return 0;
  return state.conversationId && hearing === 'all' ? state.messages : state.mentions;
}

/** Days for which notifications are stored. */
export const notificationDays = 90;

/** Time during which the page offers to undo « mark everything as read »; the server accepts it a little longer. */
export const undoSeconds = 10;
