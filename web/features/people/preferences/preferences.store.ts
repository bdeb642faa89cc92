import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Preferences for sounds and notifications on this device. */
export interface Preferences {
  sound: boolean;
  /** Between 0 and 100. */
  volume: number;
  notifications: boolean;
  notificationSound: boolean;
}

const name = 'palabre.preferences';

/** Holds the preferences of this device, for all its users; each change applies at once, in every tab. */
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
