import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';
import s from './IconButton.module.css';

/** Props of an icon button. */
export interface IconButtonProps extends ComponentProps<'button'> {
  /** Name of the button, also its tooltip. */
  label: string;
  /** Icon of the button. */
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  tone?: 'plain' | 'danger' | 'bar';
  /** Whether the panel that the button opens is open. Also pass `aria-pressed` or `aria-expanded`. */
  active?: boolean;
  side?: 'top' | 'right' | 'bottom' | 'left';
  shortcut?: string;
  tooltip?: boolean;
}

/** Button with only an icon; its label is the accessible name and the tooltip. */
export function IconButton({
  label,
  children,
  size = 'md',
  tone = 'plain',
  active,
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
      </button>
    </Tooltip>
  );
}
