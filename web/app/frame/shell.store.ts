import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ShellState {
  /** Whether the side panel's drawer is open. */
  panelOpen: boolean;
  /** Whether the members panel beside the page is open; stored on this device. */
  membersOpen: boolean;
  /** Whether the members panel's drawer is open. */
  membersDrawerOpen: boolean;
  /** Width of the thread beside the page, in pixels; stored on this device. */
  threadWidth: number;
  setPanelOpen: (open: boolean) => void;
  setMembersOpen: (open: boolean) => void;
  setMembersDrawerOpen: (open: boolean) => void;
  setThreadWidth: (width: number) => void;
  closeDrawers: () => void;
}

/** Widths of the thread beside the page, in pixels. */
export const threadWidths = { least: 320, usual: 400, most: 800 } as const;

/** Store of the shell's open panels. */
export const useShell = create<ShellState>()(
  persist(
    (set, get) => ({
      panelOpen: false,
      membersOpen: true,
      membersDrawerOpen: false,
      threadWidth: threadWidths.usual,
      setPanelOpen: panelOpen => set({ panelOpen }),
      setMembersOpen: membersOpen => set({ membersOpen }),
      setMembersDrawerOpen: membersDrawerOpen => set({ membersDrawerOpen }),
      setThreadWidth: width =>
        set({ threadWidth: Math.round(Math.min(threadWidths.most, Math.max(threadWidths.least, width))) }),
      // Set only when a drawer does close, so that subscribers don't re-render for nothing.
      closeDrawers: () => {
        const { panelOpen, membersDrawerOpen } = get();
        if (panelOpen || membersDrawerOpen) set({ panelOpen: false, membersDrawerOpen: false });
      },
    }),
    { name: 'palabre.shell', partialize: ({ membersOpen, threadWidth }) => ({ membersOpen, threadWidth }) },
  ),
);
