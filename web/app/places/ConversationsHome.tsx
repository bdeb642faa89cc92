import { ConversationList } from '../../features/conversations/ConversationList.tsx';
import s from '../../features/conversations/Conversations.module.css';
import { useCreatingConversation } from '../../features/conversations/create.store.ts';
import { useConversations } from '../../features/conversations/open/conversations.queries.ts';
import { ThreadsEntry } from '../../features/messages/threads/ThreadsEntry.tsx';
import { useNarrow, usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { TalkIllustration } from '../../ui/pages/illustrations.tsx';
import { useShell } from '../frame/shell.store.ts';
import { ListPage } from './ListPage.tsx';

/**
 * Page /conversation: on a phone, the list of conversations; elsewhere the list stands beside, and the page asks to
 * choose or create a conversation.
 */
export function ConversationsHome() {
  const { t } = useTranslation('conversations');
  const { data, isError, refetch } = useConversations();
  const setCreating = useCreatingConversation(state => state.setOpen);
  const setPanelOpen = useShell(state => state.setPanelOpen);
  const narrow = useNarrow();
  const phone = usePhone();
  if (phone && data?.length !== 0) {
    return (
      <ListPage id="conversations">
        <ThreadsEntry />
        <ConversationList />
      </ListPage>
    );
  }
  if (isError && !data) {
    return (
      <div className={s.centre}>
        <EmptyState
          title={t('loadFailed')}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      </div>
    );
  }
  if (!data) return null;
  const none = data.length === 0;
  return (
    <div className={s.centre}>
      <EmptyState
        illustration={<TalkIllustration />}
        title={t(none ? 'none' : 'choose')}
        text={t(none ? 'noneText' : 'chooseText')}
        action={
          <div className={s.actions}>
            {narrow && !none && <Button onClick={() => setPanelOpen(true)}>{t('showList')}</Button>}
            <Button variant={none ? undefined : 'secondary'} onClick={() => setCreating(true)}>
              {t('add')}
            </Button>
          </div>
        }
      />
    </div>
  );
}
