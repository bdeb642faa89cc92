import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ShellState {
  /** Whether the side panel's drawer is open. */
  panelOpen: boolean;
  /** Whether the members panel beside the page is open; stored on this device. */
  membersOpen: boolean;
  /** Whether the members panel's drawer is open. */
  membersDrawerOpen: boolean;
  setPanelOpen: (open: boolean) => void;
  setMembersOpen: (open: boolean) => void;
  setMembersDrawerOpen: (open: boolean) => void;
  closeDrawers: () => void;
}

/** Store of the shell's open panels. */
export const useShell = create<ShellState>()(
  persist(
    (set, get) => ({
      panelOpen: false,
      membersOpen: true,
      membersDrawerOpen: false,
      setPanelOpen: panelOpen => set({ panelOpen }),
      setMembersOpen: membersOpen => set({ membersOpen }),
      setMembersDrawerOpen: membersDrawerOpen => set({ membersDrawerOpen }),
      // Set only when a drawer does close, so that subscribers don't re-render for nothing.
      closeDrawers: () => {
        const { panelOpen, membersDrawerOpen } = get();
        if (panelOpen || membersDrawerOpen) set({ panelOpen: false, membersDrawerOpen: false });
      },
    }),
    { name: 'palabre.shell', partialize: ({ membersOpen }) => ({ membersOpen }) },
  ),
);
