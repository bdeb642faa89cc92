import { create } from 'zustand';

interface CreateState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Whether the creation of a workspace is on the screen: several places open it. */
export const useCreateWorkspaceDialog = create<CreateState>(set => ({ open: false, setOpen: open => set({ open }) }));
