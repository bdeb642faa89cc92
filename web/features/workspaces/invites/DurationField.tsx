import { inviteDurations } from '@palabre/common/contract/workspaces/invites.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import type { Duration } from './InviteForm.tsx';

const durations = Object.keys(inviteDurations) as Duration[];

/** Field for the duration of an invitation. */
export function DurationField({ value, onChange }: { value: Duration; onChange: (value: Duration) => void }) {
  const { t } = useTranslation('emailInvites');
  return (
    <Select
      label={t('modal.duration')}
      value={value}
      onChange={onChange}
      options={durations.map(one => ({ value: one, label: t(`modal.durations.${one}`) }))}
    />
  );
}
