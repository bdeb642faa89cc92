import { create } from 'zustand';

interface AddingState {
  /** The id of the conversation. */
  conversation: string | null;
  setConversation: (conversation: string | null) => void;
}

/** The conversation to which people are being added: the menu of the list and that of the page both open the dialog. */
export const useAddingPeople = create<AddingState>(set => ({
  conversation: null,
  setConversation: conversation => set({ conversation }),
}));
