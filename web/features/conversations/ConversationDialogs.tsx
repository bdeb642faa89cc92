import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { useAddingPeople } from './adding.store.ts';
import { useCreatingConversation } from './create.store.ts';
import { useAddPeople, useConversation, useTalk } from './open/conversations.queries.ts';
import { PeopleDialog } from './PeopleDialog.tsx';

/** Creates a conversation, then opens it. */
export function CreateConversationDialog() {
  const { t } = useTranslation('conversations', { keyPrefix: 'create' });
  const me = useSession(state => state.user?._id) ?? '';
  const setOpen = useCreatingConversation(state => state.setOpen);
  const talk = useTalk();
  return (
    <PeopleDialog
      words={{ title: t('title'), submit: t('submit'), cancel: t('cancel') }}
      apart={[me]}
      onClose={() => setOpen(false)}
      onChosen={users => talk.mutateAsync(users)}
    />
  );
}

/** Adds people to a conversation. */
export function AddPeopleDialog({ id }: { id: string }) {
  const { t } = useTranslation('conversations', { keyPrefix: 'adding' });
  const { conversation } = useConversation(id);
  const setConversation = useAddingPeople(state => state.setConversation);
  const add = useAddPeople(id);
  if (!conversation) return null;
  return (
    <PeopleDialog
      words={{ title: t('title'), lead: t('lead'), submit: t('submit'), cancel: t('cancel') }}
      apart={conversation.users.map(({ _id }) => _id)}
      onClose={() => setConversation(null)}
      onChosen={users => add.mutateAsync(users)}
    />
  );
}
