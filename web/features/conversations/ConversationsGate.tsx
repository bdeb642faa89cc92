import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { later, useFetchedLater, useThere } from '../../ui/overlays/later.ts';
import { useAddingPeople } from './adding.store.ts';
import { useCreatingConversation } from './create.store.ts';
import './conversations.texts.ts';

const CreateConversationDialog = later(
  async () => (await import('./ConversationDialogs.tsx')).CreateConversationDialog,
);
const AddPeopleDialog = later(async () => (await import('./ConversationDialogs.tsx')).AddPeopleDialog);

/** Wraps the pages of conversations, and mounts the dialogs that their panel, menus and pages open. */
export function ConversationsGate() {
  const { open, setOpen } = useCreatingConversation();
  const { conversation, setConversation } = useAddingPeople();
  useFetchedLater(CreateConversationDialog);
  const creating = useThere(CreateConversationDialog, open, () => setOpen(false));
  const adding = useThere(AddPeopleDialog, conversation, () => setConversation(null));
  return (
    <>
      <Outlet />
      <Suspense>
        {creating && <CreateConversationDialog />}
        {adding && conversation && <AddPeopleDialog id={conversation} />}
      </Suspense>
    </>
  );
}
