import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import s from './Button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'danger-ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width. */
  block?: boolean;
  /** Shows a spinner, keeps the width and ignores presses. */
  loading?: boolean;
  /** Before and after the text. */
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** The one child is the element to dress, for a link that looks like a button. */
  asChild?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'md',
  block,
  loading,
  icon,
  iconEnd,
  asChild,
  className,
  children,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const look = cx(s.button, s[variant], s[size], block && s.block, loading && s.loading, className);
  if (asChild) {
    return (
      <Slot.Root className={look} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={look}
      disabled={disabled}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? event => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={s.content}>
        {icon}
        {children}
        {iconEnd}
      </span>
      {loading && (
        <span className={s.wait}>
          <Spinner label={null} />
        </span>
      )}
    </button>
  );
}
