import { create } from 'zustand';
import { onSessionEnd } from '../../../platform/session/session.ts';

interface CreateState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Holds whether the creation dialog is open: several places open it. */
export const useCreateWorkspaceDialog = create<CreateState>(set => ({ open: false, setOpen: open => set({ open }) }));

onSessionEnd(() => useCreateWorkspaceDialog.setState(useCreateWorkspaceDialog.getInitialState()));
