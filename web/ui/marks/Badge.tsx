import type { ReactNode } from 'react';
import { formatNumber } from '../../platform/words/format.ts';
import { cx } from '../cx.ts';
import s from './Badge.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface BadgeProps {
  count: number;
  /** Highest count shown; beyond, « 99+ ». */
  max?: number;
  tone?: 'accent' | 'neutral' | 'danger';
  /** Count in words, for screen readers: « 3 messages non lus ». */
  label?: string;
  showZero?: boolean;
  className?: string;
}

/** Badge with a count; renders nothing at zero, unless `showZero` is set. */
export function Badge({ count, max = 99, tone = 'accent', label, showZero, className }: BadgeProps) {
  if (count <= 0 && !showZero) return null;
  return (
    <span className={cx(s.badge, s[tone], className)}>
      <span aria-hidden={label ? true : undefined}>{count > max ? `${formatNumber(max)}+` : formatNumber(count)}</span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

/** Tag with a word: a topic, a state. */
export function Tag({ children, tone = 'neutral' }: { children: ReactNode; tone?: 'neutral' | 'brand' | 'accent' }) {
  return <span className={cx(s.tag, s[`tag-${tone}`])}>{children}</span>;
}
