import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';
import s from './IconButton.module.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Its name, also shown as a tooltip. */
  label: string;
  /** The icon. */
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  tone?: 'plain' | 'danger' | 'bar';
  /** What it opens or shows is there now. Pass `aria-pressed` or `aria-expanded` as fits. */
  active?: boolean;
  /** A saffron dot: something new is behind. */
  dot?: boolean;
  side?: 'top' | 'right' | 'bottom' | 'left';
  shortcut?: string;
  tooltip?: boolean;
}

export function IconButton({
  label,
  children,
  size = 'md',
  tone = 'plain',
  active,
  dot,
  side,
  shortcut,
  tooltip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={side} shortcut={shortcut} disabled={!tooltip}>
      <button
        type={type}
        aria-label={label}
        className={cx(s.button, s[size], s[tone], active && s.active, className)}
        {...rest}
      >
        {children}
        {dot && <span className={s.dot} />}
      </button>
    </Tooltip>
  );
}
