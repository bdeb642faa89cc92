import AlarmClock from 'lucide-react/icons/alarm-clock';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { Link } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import type { Place } from '../../../../platform/address/place.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import './scheduled.texts.ts';
import s from './ScheduledLine.module.css';
import { useScheduled } from './scheduled.queries.ts';

/** Says above the field how many messages are scheduled in this place, or did not leave; leads to the list. */
export function ScheduledLine({ place }: { place: Place }) {
  const { t } = useTranslation('scheduled');
  const { data } = useScheduled();
  const here = (data?.scheduled ?? []).filter(
    ({ remindsOf, threadOf, channelId, conversationId }) =>
      remindsOf === null &&
      (place.threadId
        ? threadOf === place.threadId
        : threadOf === null && (channelId ?? conversationId) === (place.channelId ?? place.conversationId)),
  );
  if (here.length === 0) return null;
  const failed = here.filter(({ state }) => state === 'failed').length;
  return (
    <div className={s.line} data-tone={failed > 0 ? 'danger' : undefined}>
      {failed > 0 ? <CircleAlert aria-hidden="true" /> : <AlarmClock aria-hidden="true" />}
      <Link to={paths.scheduled}>
        {failed > 0 ? t('failedHere', { count: failed }) : t('here', { count: here.length })}
      </Link>
    </div>
  );
}
