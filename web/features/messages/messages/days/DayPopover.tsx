import { useRef } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Calendar } from '../../../../ui/fields/Calendar.tsx';
import { Popover } from '../../../../ui/overlays/Popover.tsx';
import s from './DayPopover.module.css';
import './texts.ts';
import { usualDays } from './usual-days.ts';

interface DayPopoverProps {
  /** The day of the separator it opens from. */
  day: Date;
  anchor: HTMLElement;
  /** Where one goes: to the first message of this day or later. */
  onChoose: (day: Date) => void;
  onClose: () => void;
}

/** Goes to another day of a place: one of those that are often wanted, or any one. */
export function DayPopover({ day, anchor, onChoose, onClose }: DayPopoverProps) {
  const { t } = useTranslation('days');
  const place = useRef(anchor);
  const now = new Date();
  const choose = (wanted: Date) => {
    onClose();
    onChoose(wanted);
  };
  return (
    <Popover label={t('title')} beside={place} align="center" flush open onOpenChange={open => !open && onClose()}>
      <div className={s.days}>
        <ul className={s.usual} aria-label={t('usual')}>
          {usualDays(now).map(one => (
            <li key={one.id}>
              <button type="button" onClick={() => choose(one.day)}>
                {t(one.id)}
              </button>
            </li>
          ))}
        </ul>
        <Calendar day={day} last={now} onChoose={choose} />
      </div>
    </Popover>
  );
}
