import Ellipsis from 'lucide-react/icons/ellipsis';
import { use, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { recentEmoji } from '../../../workspaces/emoji/open/recent.ts';
import { EmojiSign } from '../../reactions/open/EmojiSign.tsx';
import { TextWorldContext } from '../../text/open/text-world.ts';
import type { MessageAction } from '../open/message-actions.ts';
import s from './MessageRow.module.css';

/** Emoji that are one press away. */
export const quickEmoji = 3;

interface MessageBarProps {
  userId: string;
  actions: readonly MessageAction[];
  onToggle: (reaction: string) => void;
  onAct: (action: MessageAction, anchor: HTMLElement) => void;
  /** The menu is asked for, beside this button. */
  onMore: (anchor: HTMLElement) => void;
}

/** What one may do with the message under the pointer; by keys and in the menu for those who have none. */
export function MessageBar({ userId, actions, onToggle, onAct, onMore }: MessageBarProps) {
  const { t } = useTranslation('messages');
  const { emoji: own } = use(TextWorldContext);
  // They stay where they are while one uses them.
  const [recent] = useState(() => recentEmoji(userId, quickEmoji, own));
  return (
    <div className={s.reach}>
      <div className={s.bar} role="toolbar" aria-label={t('actions')}>
        {recent.map(emoji => (
          <IconButton
            key={emoji}
            label={t('reactWith', { emoji })}
            size="sm"
            tabIndex={-1}
            onClick={() => onToggle(emoji)}
          >
            <EmojiSign emoji={emoji} />
          </IconButton>
        ))}
        {actions
          .filter(action => action.inBar)
          .map(action => (
            <IconButton
              key={action.id}
              label={t(action.id)}
              size="sm"
              tabIndex={-1}
              onClick={event => onAct(action, event.currentTarget)}
            >
              <action.icon />
            </IconButton>
          ))}
        <IconButton
          label={t('more')}
          size="sm"
          tabIndex={-1}
          aria-haspopup="menu"
          onClick={event => onMore(event.currentTarget)}
        >
          <Ellipsis />
        </IconButton>
      </div>
    </div>
  );
}
