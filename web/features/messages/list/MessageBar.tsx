import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { MessageAction } from '../message-actions.ts';
import s from './MessageRow.module.css';

interface MessageBarProps {
  actions: readonly MessageAction[];
  onAct: (action: MessageAction) => void;
}

/** What one may do with the message under the pointer; by keys and in the menu for those who have none. */
export function MessageBar({ actions, onAct }: MessageBarProps) {
  const { t } = useTranslation('messages');
  return (
    <div className={s.bar} role="toolbar" aria-label={t('actions')}>
      {actions.map(action => (
        <IconButton
          key={action.id}
          label={t(action.id)}
          size="sm"
          tone={action.danger && 'danger'}
          tabIndex={-1}
          onClick={() => onAct(action)}
        >
          <action.icon />
        </IconButton>
      ))}
    </div>
  );
}
