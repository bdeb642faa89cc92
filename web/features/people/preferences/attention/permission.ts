import { create } from 'zustand';

/** Whether this browser may show notifications; `unsupported`: it cannot, as over plain http. */
export type Permission = NotificationPermission | 'unsupported';

const now = (): Permission =>
  typeof Notification === 'undefined' || !window.isSecureContext ? 'unsupported' : Notification.permission;

/** What the browser lets us do, as far as this page has seen. */
export const usePermission = create<{ permission: Permission }>(() => ({ permission: now() }));

/** It may be given or taken in the browser's own settings meanwhile. */
export const lookAgain = (): void => usePermission.setState({ permission: now() });

/** Has the browser ask the person. Only after a press: asked as a page opens, it is refused for good. */
export async function askPermission(): Promise<Permission> {
  if (now() === 'default') await Notification.requestPermission();
  lookAgain();
  return now();
}
