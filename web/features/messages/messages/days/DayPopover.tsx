import { useRef } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Calendar } from '../../../../ui/fields/Calendar.tsx';
import { Popover } from '../../../../ui/overlays/Popover.tsx';
import s from './DayPopover.module.css';
import './days.texts.ts';
import { usualDays } from './usual-days.ts';

interface DayPopoverProps {
  /** Day of the separator from which the popover opens. */
  day: Date;
  anchor: HTMLElement;
  /** Called with the chosen day, to show its first message or else a later one. */
  onChoose: (day: Date) => void;
  onClose: () => void;
}

/** Chooses another day of a place: a usual day, or any date. */
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
