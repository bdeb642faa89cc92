import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState } from 'react';
import { dayKey, formatNumericDate } from '../../platform/words/format.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Popover } from '../overlays/Popover.tsx';
import { Calendar } from './Calendar.tsx';
import { readDay } from './calendar.ts';
import { Field, type FieldTexts } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

interface DateFieldProps extends FieldTexts {
  name?: string;
  className?: string;
  /** A day as `dayKey` writes it, an empty text, or an invalid text as typed. */
  value: string;
  /** First day that the calendar offers; any by default. */
  first?: Date;
  /** Last day that the calendar offers; today by default. */
  last?: Date;
  onChange: (value: string) => void;
}

/** Returns the value of a typed text: a day as `dayKey` writes it, or else the text itself. */
function kept(typed: string): string {
  const day = readDay(typed);
  return day ? dayKey(day) : typed.trim();
}

/**
 * Field for a day, typed or chosen in a calendar, in the page's language. The browser's own date field would use the
 * browser's language.
 */
export function DateField({ value, first, last, onChange, ...texts }: DateFieldProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(true);
  const [open, setOpen] = useState(false);
  const day = readDay(value);
  const shown = day ? formatNumericDate(day) : value;
  const label = t('calendar.open', { label: texts.label });
  const today = new Date();
  return (
    <Field
      {...texts}
      value={!left && kept(typed) === value ? typed : shown}
      error={left && value !== '' && !day ? t('wrongDate') : null}
      placeholder={t('dateExample')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={14}
      onChange={event => {
        setTyped(event.target.value);
        setLeft(false);
        onChange(kept(event.target.value));
      }}
      onBlur={() => setLeft(true)}
      end={
        <Popover
          label={label}
          align="end"
          flush
          open={open}
          onOpenChange={setOpen}
          trigger={
            <IconButton label={label} tooltip={false}>
              <CalendarDays />
            </IconButton>
          }
        >
          <Calendar
            day={day ?? today}
            {...(first && { first })}
            last={last ?? today}
            onChoose={chosen => {
              setOpen(false);
              onChange(dayKey(chosen));
            }}
          />
        </Popover>
      }
    />
  );
}
