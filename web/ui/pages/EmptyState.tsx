import type { ReactNode } from 'react';
import s from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** One button: what to do next. */
  action?: ReactNode;
  /** A drawing from `illustrations.tsx`, or an icon. */
  illustration?: ReactNode;
  /** Inside a panel rather than a page. */
  compact?: boolean;
  /** The page has no other title: this one is its first heading. */
  heading?: boolean;
}

/** Where there is nothing yet: says so, and teaches one action. */
export function EmptyState({ title, text, action, illustration, compact, heading }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={s.empty} data-compact={compact || undefined}>
      {illustration && <div className={s.illustration}>{illustration}</div>}
      <Title className={s.title}>{title}</Title>
      {text && <p className={s.text}>{text}</p>}
      {action && <div className={s.action}>{action}</div>}
    </div>
  );
}
