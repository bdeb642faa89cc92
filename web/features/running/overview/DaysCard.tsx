import type { Counts } from '@palabre/common/contract/running/overview.ts';
import { formatDate } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import s from './Overview.module.css';

/** Shows how many messages were written on each of the last days, as bars. */
export function DaysCard({ days }: Pick<Counts, 'days'>) {
  const { t } = useTranslation('overview', { keyPrefix: 'days' });
  const most = Math.max(0, ...days.map(({ messages }) => messages));
  return (
    <Subject heading={t('heading')} hint={t('hint', { most })}>
      <ol className={s.days}>
        {days.map(({ day, messages }) => {
          const said = t('day', { count: messages, day: formatDate(`${day}T12:00:00`) });
          return (
            <li key={day} className={s.day} title={said}>
              <span className={s.bar} style={{ blockSize: `${most === 0 ? 0 : (messages / most) * 100}%` }} />
              <VisuallyHidden>{said}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
    </Subject>
  );
}
