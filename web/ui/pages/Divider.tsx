import type { ReactNode } from 'react';
import s from './Divider.module.css';

interface DividerProps {
  /** In the middle of the line, or before it when the tone is « new ». */
  children?: ReactNode;
  tone?: 'plain' | 'new';
}

/** A line, with words or without: « ou », a date, « Nouveaux messages ». */
export function Divider({ children, tone = 'plain' }: DividerProps) {
  return (
    <div className={s.divider} data-tone={tone} data-bare={children ? undefined : true}>
      {children}
    </div>
  );
}
