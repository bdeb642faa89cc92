import type { ReactNode } from 'react';
import s from './Banner.module.css';

interface BannerProps {
  children: ReactNode;
  tone?: 'info' | 'warning' | 'danger' | 'success';
  icon?: ReactNode;
  /** Small button or link. */
  action?: ReactNode;
}

/** Banner across the page, for a lasting state such as a lost connection. Announced politely to screen readers. */
export function Banner({ children, tone = 'info', icon, action }: BannerProps) {
  return (
    <div className={s.banner} data-tone={tone} role="status">
      {icon}
      <span className={s.text}>{children}</span>
      {action}
    </div>
  );
}
