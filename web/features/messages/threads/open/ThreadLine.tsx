import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pencil from 'lucide-react/icons/pencil';
import { formatDateTime, formatWhenShort } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { useUnreadState } from '../../../reading/unread/open/unread.queries.ts';
import { hasDraft, useWriting } from '../../outbox/open/writing.ts';
import s from './ThreadLine.module.css';

interface ThreadLineProps {
  rootId: string;
  thread: ThreadState;
  /** Name of the root's author; null if the root is deleted. */
  name: string | null;
  /** Whether Tab reaches the line: only in the focused message. */
  reachable: boolean;
  onOpen: () => void;
}

/**
 * Shows under a message that it has a thread: the last repliers, the numbers of replies and of unread replies, and the
 * last reply's time.
 */
export function ThreadLine({ rootId, thread, name, reachable, onOpen }: ThreadLineProps) {
  const { t } = useTranslation('messages', { keyPrefix: 'threadLine' });
  const { t: tUnread } = useTranslation('unread');
  const { replies, people, lastAt } = thread;
  const { messages = 0, mentions = 0 } = useUnreadState(rootId) ?? {};
  const unread = Math.max(messages, mentions);
  const draft = useWriting(rootId, hasDraft);
  const said = [
    name ? t('of', { name }) : t('ofDeleted'),
    t('replies', { count: replies }),
    unread > 0 && t('unread', { count: unread }),
    draft && tUnread('draft'),
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={s.line}
      data-reach
      data-thread={rootId}
      data-unread={unread > 0 || undefined}
      tabIndex={reachable ? 0 : -1}
      aria-label={said.join(', ')}
      onClick={onOpen}
    >
      <span className={s.faces}>
        {people.map(({ _id, firstName, lastName, avatar }) => (
          <Avatar key={_id} id={_id} firstName={firstName} lastName={lastName} src={avatar} size={22} />
        ))}
      </span>
      <span className={s.count}>{t('replies', { count: replies })}</span>
      {unread > 0 && <span className={s.unread}>{t('new', { count: unread })}</span>}
      {draft && <Pencil className={s.draft} aria-hidden="true" />}
      {lastAt && (
        <time className={s.time} dateTime={lastAt} title={formatDateTime(lastAt)}>
          {formatWhenShort(lastAt)}
        </time>
      )}
      <ChevronRight className={s.arrow} aria-hidden="true" />
    </button>
  );
}
