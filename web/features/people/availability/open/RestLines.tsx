import { fullName } from '@palabre/common/rules/people/names.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { whenBack } from '../when-back.ts';
import { useOffDuty } from './off-duty.ts';

/** Says on a person's card until when they are off duty, and who stands in; renders nothing while they are on duty. */
export function RestLines({ userId, className }: { userId: string; className: string | undefined }) {
  const { t } = useTranslation('availability', { keyPrefix: 'off' });
  const off = useOffDuty(userId);
  if (!off) return null;
  const { until, deputy, text } = off;
  return (
    <div className={className}>
      <p>{until ? t('until', { when: whenBack(until) }) : t('open')}</p>
      {deputy && <p dir="auto">{t('absent', { name: fullName(deputy) })}</p>}
      {text && <p dir="auto">{text}</p>}
    </div>
  );
}
