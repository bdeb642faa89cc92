import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import s from './Note.module.css';

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert };

interface NoteProps {
  /** Text in bold before the sentence. */
  title?: string;
  children: ReactNode;
  tone?: keyof typeof icons;
  /** Small button. */
  action?: ReactNode;
}

/** Note in a dialog or a form. Warnings and dangers are announced to screen readers; information is not. */
export function Note({ title, children, tone = 'info', action }: NoteProps) {
  const Icon = icons[tone];
  return (
    <div className={s.note} data-tone={tone} role={tone === 'info' ? undefined : 'alert'}>
      <Icon aria-hidden="true" />
      <span className={s.text}>
        {title && <strong className={s.title}>{title}</strong>}
        <span>{children}</span>
      </span>
      {action}
    </div>
  );
}
