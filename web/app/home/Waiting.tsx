import CheckCheck from 'lucide-react/icons/check-check';
import { InboxItem } from '../../features/reading/notifications/InboxItem.tsx';
import {
  useMarkNotifications,
  useNotifications,
} from '../../features/reading/notifications/open/notifications.queries.ts';
import { useNamesTogether } from '../../features/reading/notifications/useNamesTogether.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import s from './Home.module.css';

/** Number of notifications shown; the inbox has all of them. */
const shownAtMost = 5;

/** Lists the latest unread notifications; renders nothing without any. */
export function Waiting() {
  const { t } = useTranslation('home');
  const unread = useNotifications().data?.filter(one => !one.isRead) ?? [];
  const markAll = useMarkNotifications();
  const shown = unread.slice(0, shownAtMost);
  const sign = useNamesTogether(shown);
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="home-waiting">
      <div className={s.head}>
        <h2 className={s.heading} id="home-waiting">
          {t('waiting')}
        </h2>
        <Button
          variant="ghost"
          size="sm"
          icon={<CheckCheck />}
          loading={markAll.isPending}
          onClick={() => markAll.mutate(unread.map(({ _id }) => _id))}
        >
          {t('markAll')}
        </Button>
      </div>
      <ul className={s.inbox}>
        {shown.map(notification => (
          <li key={notification._id}>
            <InboxItem notification={notification} sign={sign} />
          </li>
        ))}
      </ul>
    </section>
  );
}
