import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDate, formatMonth, formatWeekday } from '../../platform/words/format.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import s from './Calendar.module.css';
import { addDays, addMonths, monday, sameDay, startOfDay, weeksOf } from './calendar.ts';
import { IconButton } from './IconButton.tsx';

interface CalendarProps {
  /** Day that is focused at first. */
  day: Date;
  /** First and last day that may be chosen; without `first`, any earlier day. */
  first?: Date;
  last: Date;
  onChoose: (day: Date) => void;
}

/** Returns the day that a key moves to; null for other keys. */
function dayBy({ key, shiftKey }: KeyboardEvent, at: Date): Date | null {
  if (key === 'ArrowLeft') return addDays(at, -1);
  if (key === 'ArrowRight') return addDays(at, 1);
  if (key === 'ArrowUp') return addDays(at, -7);
  if (key === 'ArrowDown') return addDays(at, 7);
  if (key === 'Home') return monday(at);
  if (key === 'End') return addDays(monday(at), 6);
  if (key === 'PageUp') return addMonths(at, shiftKey ? -12 : -1);
  return key === 'PageDown' ? addMonths(at, shiftKey ? 12 : 1) : null;
}

/** Month grid to choose a day from. It is one tab stop: arrow keys move by days and weeks, page keys by months. */
export function Calendar({ day, first, last, onChoose }: CalendarProps) {
  const { t } = useTranslation('ui');
  const [at, setAt] = useState(() => startOfDay(day > last ? last : day));
  const table = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const go = (to: Date) => setAt(to > last ? startOfDay(last) : to);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [at]);

  const press = (event: KeyboardEvent) => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? null : dayBy(event, at);
    if (!to) return;
    event.preventDefault();
    moved.current = true;
    go(to);
  };

  const next = addMonths(at, 1);
  return (
    <div className={s.calendar}>
      <div className={s.head}>
        <IconButton label={t('calendar.before')} size="sm" tooltip={false} onClick={() => go(addMonths(at, -1))}>
          <ChevronLeft />
        </IconButton>
        <span className={s.month} aria-live="polite">
          {formatMonth(at)}
        </span>
        <IconButton
          label={t('calendar.after')}
          size="sm"
          tooltip={false}
          disabled={new Date(next.getFullYear(), next.getMonth(), 1) > last}
          onClick={() => go(next)}
        >
          <ChevronRight />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days, as the ARIA practices draw it. */}
      <table ref={table} role="grid" aria-label={formatMonth(at)} onKeyDown={press}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, place) => {
              const one = addDays(monday(at), place);
              return (
                <th key={one.getDay()} scope="col" abbr={formatWeekday(one, 'long')}>
                  {formatWeekday(one, 'narrow')}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week's only identity is its index.
            <tr key={row}>
              {week.map((one, place) =>
                one ? (
                  <td key={one.getTime()}>
                    <button
                      type="button"
                      className={s.day}
                      tabIndex={sameDay(one, at) ? 0 : -1}
                      disabled={one > last || (first !== undefined && one < startOfDay(first))}
                      aria-label={formatDate(one)}
                      aria-current={sameDay(one, first ?? last) ? 'date' : undefined}
                      data-from={sameDay(one, day) || undefined}
                      onClick={() => onChoose(one)}
                    >
                      {one.getDate()}
                    </button>
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell's only identity is its index.
                  <td key={place} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
