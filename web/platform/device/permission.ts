import { create } from 'zustand';

/** Permission to show notifications; `unsupported` when the browser can't grant any, as over plain http. */
export type Permission = NotificationPermission | 'unsupported';

const now = (): Permission =>
  typeof Notification === 'undefined' || !window.isSecureContext ? 'unsupported' : Notification.permission;

/** Holds the browser's permission as last read. */
export const usePermission = create<{ permission: Permission }>(() => ({ permission: now() }));

/** Reads the permission again: the user may change it in the browser's settings meanwhile. */
export const lookAgain = (): void => usePermission.setState({ permission: now() });

/**
 * Has the browser ask the user for the permission. Call it after a press only: browsers refuse for good a prompt shown
 * as a page opens.
 */
export async function askPermission(): Promise<Permission> {
  if (now() === 'default') await Notification.requestPermission();
  lookAgain();
  return now();
}
