import type { Reaction } from '@palabre/common/rules/messages/reactions.ts';
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Tooltip } from '../../../../ui/overlays/Tooltip.tsx';
import { EmojiSign } from './EmojiSign.tsx';
import s from './Reactions.module.css';

interface ReactionsProps {
  reactions: readonly Reaction[];
  userId: string;
  /** Whether Tab reaches the buttons. */
  reachable: boolean;
  onToggle: (reaction: string) => void;
  /** Called to pick another emoji, beside this button. */
  onMore: (anchor: HTMLElement) => void;
}

/**
 * Shows the reactions to a message: each emoji with its count, the user's own marked, and a button that adds another.
 */
export function Reactions({ reactions, userId, reachable, onToggle, onMore }: ReactionsProps) {
  const { t } = useTranslation('reactions');
  const tabIndex = reachable ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div className={s.reactions} role="group" aria-label={t('label')}>
      {reactions.map(one => (
        <Chip key={one.reaction} {...one} {...{ userId, tabIndex, onToggle }} />
      ))}
      <Tooltip label={t('add')}>
        <button
          type="button"
          className={s.add}
          data-reach
          tabIndex={tabIndex}
          aria-label={t('add')}
          onClick={event => onMore(event.currentTarget)}
        >
          <SmilePlus aria-hidden="true" />
        </button>
      </Tooltip>
    </div>
  );
}

interface ChipProps extends Reaction {
  userId: string;
  tabIndex: number;
  onToggle: (reaction: string) => void;
}

/** Shows one reaction; its users' names are loaded on hover or focus. */
function Chip({ reaction, usersId, userId, tabIndex, onToggle }: ChipProps) {
  const { t } = useTranslation('reactions');
  const [looked, setLooked] = useState(false);
  const [named, setNamed] = useState<{ of: readonly string[]; names: string } | null>(null);
  const count = usersId.length;
  useEffect(() => {
    if (!looked) return;
    let stale = false;
    const load = async () => {
      const { nameReaction } = await import('../names.ts');
      const names = await nameReaction(usersId, userId);
      if (!stale) setNamed({ of: usersId, names });
    };
    // Without the names, the tooltip shows the count.
    load().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [looked, usersId, userId]);
  const who = named?.of === usersId ? named.names : t('people', { count });
  const look = () => setLooked(true);
  return (
    <Tooltip label={who}>
      <button
        type="button"
        className={s.chip}
        data-reach
        tabIndex={tabIndex}
        aria-pressed={usersId.includes(userId)}
        aria-label={t('one', { reaction, who })}
        onPointerEnter={look}
        onFocus={look}
        onClick={() => onToggle(reaction)}
      >
        <EmojiSign emoji={reaction} />
        <span className={s.count}>{count}</span>
      </button>
    </Tooltip>
  );
}
