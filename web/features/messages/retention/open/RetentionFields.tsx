import { limits } from '@palabre/common/contract/fields.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Field } from '../../../../ui/fields/Field.tsx';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import s from '../Retention.module.css';

interface RetentionFieldsProps {
  autoDelete: boolean;
  /** Typed number of days. */
  days: string;
  /** Error of the number of days. */
  error: string | null;
  onAutoDelete: (on: boolean) => void;
  onDays: (days: string) => void;
}

/** Sets whether messages are deleted automatically, and after how many days. */
export function RetentionFields({ autoDelete, days, error, onAutoDelete, onDays }: RetentionFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={s.retention}>
      <Switch
        label={t('general.autoDelete')}
        hint={t('general.autoDeleteHint')}
        checked={autoDelete}
        onChange={onAutoDelete}
      />
      {autoDelete && (
        <Field
          className={s.days}
          label={t('general.autoDeleteDays')}
          name="autoDeleteDays"
          type="number"
          inputMode="numeric"
          min={limits.autoDeleteDaysMin}
          max={limits.autoDeleteDaysMax}
          step={1}
          required
          value={days}
          error={error}
          autoComplete="off"
          onChange={event => onDays(event.target.value)}
        />
      )}
    </div>
  );
}
