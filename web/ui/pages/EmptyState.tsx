import type { ReactNode } from 'react';
import s from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  /** Drawing from `illustrations.tsx`, or an icon. */
  illustration?: ReactNode;
  /** Whether it is in a panel, not on a page. */
  compact?: boolean;
  /** Makes the title the page's h1, if it has no other. */
  heading?: boolean;
}

/** Empty state: says that there is nothing to show, and offers one action. */
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
