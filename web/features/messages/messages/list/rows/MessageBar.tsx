import Ellipsis from 'lucide-react/icons/ellipsis';
import { use, useState } from 'react';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../../ui/fields/IconButton.tsx';
import { recentEmoji } from '../../../../workspaces/emoji/open/recent.ts';
import { EmojiSign } from '../../../reactions/open/EmojiSign.tsx';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import type { MessageAction } from '../../open/message-actions.ts';
import s from './MessageRow.module.css';

/** Number of emoji in the bar. */
export const quickEmoji = 3;

interface MessageBarProps {
  userId: string;
  actions: readonly MessageAction[];
  onToggle: (reaction: string) => void;
  onAct: (action: MessageAction, anchor: HTMLElement) => void;
  /** Called to open the menu beside this button. */
  onMore: (anchor: HTMLElement) => void;
}

/** Shows the actions on the hovered message; keyboard and touch users have keys and the menu. */
export function MessageBar({ userId, actions, onToggle, onAct, onMore }: MessageBarProps) {
  const { t } = useTranslation('messages');
  const { emoji: own } = use(TextWorldContext);
  // The emoji stay in place while the bar is used.
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
