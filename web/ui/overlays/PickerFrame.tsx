import type { ReactNode, RefObject } from 'react';
import s from './PickerFrame.module.css';
import { Popover } from './Popover.tsx';

/** Element of a picker under the pointer or the focus. */
export interface Pointed {
  name: string;
  /** Sign shown before the name: a character or a picture. */
  sign?: ReactNode;
}

interface PickerFrameProps {
  /** Name of the picker, for screen readers; also at its foot while nothing is pointed at. */
  label: string;
  /** Element above which the picker stands. */
  beside: RefObject<HTMLElement>;
  pointed: Pointed | null;
  onClose: () => void;
  children: ReactNode;
}

/** Frame of a picker: its content, which begins with a search, and at its foot the name of the pointed element. */
export function PickerFrame({ label, beside, pointed, onClose, children }: PickerFrameProps) {
  return (
    <Popover
      label={label}
      beside={beside}
      side="top"
      align="start"
      flush
      open
      onOpenChange={open => !open && onClose()}
    >
      <div className={s.frame}>
        <div className={s.body}>{children}</div>
        {/* Screen readers read the name with the sign itself. */}
        <div className={s.foot} aria-hidden="true" data-foot>
          {pointed?.sign && <span className={s.sign}>{pointed.sign}</span>}
          <span className={s.name}>{pointed?.name ?? label}</span>
        </div>
      </div>
    </Popover>
  );
}
