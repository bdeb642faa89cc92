import MessageSquareText from 'lucide-react/icons/message-square-text';
import { Link, useLocation } from 'react-router';
import { addressParts, paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { useUnreadThreads } from '../../reading/unread/open/unread.queries.ts';
import s from './ThreadsEntry.module.css';

/** Link to the list of threads, above the lists of places, with the number of threads that have unread replies. */
export function ThreadsEntry() {
  const { t } = useTranslation('shell');
  const { threads } = addressParts(useLocation().pathname);
  const count = useUnreadThreads()?.length ?? 0;
  return (
    <Link
      to={paths.threads}
      className={s.entry}
      aria-current={threads ? 'page' : undefined}
      data-unread={count > 0 || undefined}
    >
      <MessageSquareText aria-hidden="true" />
      <span className={s.name}>{t('threads')}</span>
      <Badge count={count} label={t('threadsUnread', { count })} />
    </Link>
  );
}
