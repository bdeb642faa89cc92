import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import type { Preferences } from '../preferences.store.ts';
import type { Permission } from './permission.ts';

/** What a page knows as a notification comes. */
export interface Situation {
  /** Whether someone looks at the place it leads to. */
  looking: boolean;
  permission: Permission;
  preferences: Preferences;
}

/** How one is told. */
export interface Telling {
  shows: boolean;
  /** The browser's notification makes the device's own sound. */
  showsAloud: boolean;
  plays: boolean;
}

/** A message that calls one, or of a conversation: the server has weighed what one wants to hear of its place. */
const isMessage = ({ type }: Pick<Notification, 'type'>) => type === 'mention' || type === 'message';

/** How a page tells of a notification: not at all to who looks at it already, and with one sound at most. */
export function tellingOf(
  notification: Pick<Notification, 'type'>,
  { looking, permission, preferences }: Situation,
): Telling {
  if (looking) return { shows: false, showsAloud: false, plays: false };
  const shows = preferences.notifications && permission === 'granted';
  const showsAloud = shows && preferences.notificationSound;
  return { shows, showsAloud, plays: preferences.sound && isMessage(notification) && !showsAloud };
}
