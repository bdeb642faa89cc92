import type { ReactNode } from 'react';
import s from './Banner.module.css';

interface BannerProps {
  children: ReactNode;
  tone?: 'info' | 'warning' | 'danger' | 'success';
  icon?: ReactNode;
  /** A small button or a link. */
  action?: ReactNode;
}

/** A thin line across the page, for a state that lasts, as a lost connection. Announced politely. */
export function Banner({ children, tone = 'info', icon, action }: BannerProps) {
  return (
    <div className={s.banner} data-tone={tone} role="status">
      {icon}
      <span className={s.text}>{children}</span>
      {action}
    </div>
  );
}
