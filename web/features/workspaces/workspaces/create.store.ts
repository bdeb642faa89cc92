import { create } from 'zustand';

interface CreateState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Holds whether the creation dialog is open: several places open it. */
export const useCreateWorkspaceDialog = create<CreateState>(set => ({ open: false, setOpen: open => set({ open }) }));
