import { readHour } from '@palabre/common/rules/hours.ts';
import { useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Field, type FieldTexts } from './Field.tsx';

interface HourFieldProps extends FieldTexts {
  name: string;
  /** `HH:MM`, an empty text, or an invalid text as typed. */
  value: string;
  onChange: (value: string) => void;
}

const kept = (typed: string) => readHour(typed) ?? typed.trim();

/**
 * Field for a time of day on 24 hours, in any common notation. The browser's own time field would use 12 hours in English.
 */
export function HourField({ value, onChange, error, ...texts }: HourFieldProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(true);
  const isNone = value !== '' && readHour(value) === null;
  return (
    <Field
      {...texts}
      value={!left && kept(typed) === value ? typed : value}
      error={error ?? (left && isNone ? t('wrongHour') : null)}
      placeholder={t('hourExample')}
      autoComplete="off"
      maxLength={7}
      onChange={event => {
        setTyped(event.target.value);
        setLeft(false);
        onChange(kept(event.target.value));
      }}
      onBlur={() => setLeft(true)}
    />
  );
}
