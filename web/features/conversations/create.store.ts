import { create } from 'zustand';
import { onSessionEnd } from '../../platform/session/session.ts';

interface CreatingState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Holds whether the dialog of a new conversation is open: the panel and the empty page both open it. */
export const useCreatingConversation = create<CreatingState>(set => ({ open: false, setOpen: open => set({ open }) }));

onSessionEnd(() => useCreatingConversation.setState(useCreatingConversation.getInitialState()));
