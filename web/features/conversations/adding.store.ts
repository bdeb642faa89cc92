import { create } from 'zustand';
import { onSessionEnd } from '../../platform/session/session.ts';

interface AddingState {
  /** Id of the conversation. */
  conversation: string | null;
  setConversation: (conversation: string | null) => void;
}

/** Holds the conversation to which people are being added: the list's menu and the page's both open the dialog. */
export const useAddingPeople = create<AddingState>(set => ({
  conversation: null,
  setConversation: conversation => set({ conversation }),
}));

onSessionEnd(() => useAddingPeople.setState(useAddingPeople.getInitialState()));
