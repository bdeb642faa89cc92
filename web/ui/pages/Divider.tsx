import type { ReactNode } from 'react';
import s from './Divider.module.css';

interface DividerProps {
  /** Text in the middle of the line, or before it with the tone « new ». */
  children: ReactNode;
  tone?: 'plain' | 'new';
}

/** Horizontal line with a text: « ou », a date, « Nouveaux messages ». */
export function Divider({ children, tone = 'plain' }: DividerProps) {
  return (
    <div className={s.divider} data-tone={tone}>
      {children}
    </div>
  );
}
