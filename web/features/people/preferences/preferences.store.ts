import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What one chose on this device for sounds and notifications. */
export interface Preferences {
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  notifications: boolean;
  notificationSound: boolean;
}

const name = 'palabre.preferences';

/** Kept on this device, for whoever uses it; each change holds at once, in every tab. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      sound: true,
      volume: 75,
      notifications: true,
      notificationSound: false,
    }),
    { name },
  ),
);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', event => {
    if (event.key === name) void usePreferences.persist.rehydrate();
  });
}
