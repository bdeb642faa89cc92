import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import type { Permission } from '../../../../platform/device/permission.ts';
import type { Preferences } from '../preferences.store.ts';

/** State of the page as a notification comes. */
export interface Situation {
  /** Whether the user looks at the notification's place. */
  looking: boolean;
  permission: Permission;
  preferences: Preferences;
}

/** Ways in which the page announces a notification. */
export interface Telling {
  shows: boolean;
  /** Whether the browser's notification makes the device's own sound. */
  showsAloud: boolean;
  plays: boolean;
}

/**
 * Tells whether a notification is of a message. The server has already applied the notification level of the message's
 * place.
 */
const isMessage = ({ type }: Pick<Notification, 'type'>) => type === 'mention' || type === 'message';

/** Decides how a page announces a notification: not at all while its place is on screen, and with one sound at most. */
export function tellingOf(
  notification: Pick<Notification, 'type'>,
  { looking, permission, preferences }: Situation,
): Telling {
  if (looking) return { shows: false, showsAloud: false, plays: false };
  const shows = preferences.notifications && permission === 'granted';
  const showsAloud = shows && preferences.notificationSound;
  return { shows, showsAloud, plays: preferences.sound && isMessage(notification) && !showsAloud };
}
