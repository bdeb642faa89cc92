import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ShellState {
  /** Where it slides over: whether the side panel is there. */
  panelOpen: boolean;
  /** Where there is room for it: whether the members panel is there. Kept on this device. */
  membersOpen: boolean;
  /** Where it slides over: whether the members panel is there. */
  membersDrawerOpen: boolean;
  setPanelOpen: (open: boolean) => void;
  setMembersOpen: (open: boolean) => void;
  setMembersDrawerOpen: (open: boolean) => void;
  closeDrawers: () => void;
}

/** Which panels of the shell are open. */
export const useShell = create<ShellState>()(
  persist(
    (set, get) => ({
      panelOpen: false,
      membersOpen: true,
      membersDrawerOpen: false,
      setPanelOpen: panelOpen => set({ panelOpen }),
      setMembersOpen: membersOpen => set({ membersOpen }),
      setMembersDrawerOpen: membersDrawerOpen => set({ membersDrawerOpen }),
      // Whoever looks at the shell is drawn again only when something does close.
      closeDrawers: () => {
        const { panelOpen, membersDrawerOpen } = get();
        if (panelOpen || membersDrawerOpen) set({ panelOpen: false, membersDrawerOpen: false });
      },
    }),
    { name: 'palabre.shell', partialize: ({ membersOpen }) => ({ membersOpen }) },
  ),
);
