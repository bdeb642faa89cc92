import SquarePen from 'lucide-react/icons/square-pen';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import s from '../../ui/pages/PanelHeader.module.css';
import { useCreatingConversation } from './create.store.ts';

/** Shows the button of a new conversation. */
export function NewConversationButton() {
  const { t } = useTranslation('conversations');
  const setCreating = useCreatingConversation(state => state.setOpen);
  return (
    <IconButton label={t('add')} side="bottom" onClick={() => setCreating(true)}>
      <SquarePen />
    </IconButton>
  );
}

/** Shows « Conversations » and the button of a new one, at the top of the side panel under /conversation. */
export function ConversationsHeading() {
  const { t } = useTranslation('conversations');
  return (
    <div className={s.header}>
      <h2 className={s.title}>{t('heading')}</h2>
      <NewConversationButton />
    </div>
  );
}
