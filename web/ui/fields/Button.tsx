import * as Slot from 'radix-ui/slot';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { logFailure } from '../../platform/device/log.ts';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';
import { useOnce } from '../motion/once.ts';
import s from './Button.module.css';
import { useFormBusy } from './Form.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'danger-ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** May give a promise: until it settles, further presses do nothing. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width. */
  block?: boolean;
  /** Shows a spinner, keeps the width and ignores presses. The button that submits a form waits with it by itself. */
  loading?: boolean;
  /** What it says while it waits, in place of the spinner. */
  waiting?: string;
  /** Before and after the text. */
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** The one child is the element to dress, for a link that looks like a button. */
  asChild?: boolean;
}

/** A button. Pressed twice in one instant, it acts once. */
export function Button({
  variant = 'primary',
  size = 'md',
  block,
  loading,
  waiting,
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
  const formBusy = useFormBusy();
  const waits = loading || (type === 'submit' && formBusy);
  const [press] = useOnce(onClick);
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    press(event).catch((cause: unknown) => logFailure('What the button asked for failed', cause));
  };
  const look = cx(
    s.button,
    s[variant],
    s[size],
    block && s.block,
    waits && (waiting ? s.waiting : s.loading),
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={look} onClick={onClick && act} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={look}
      disabled={disabled}
      aria-disabled={waits || undefined}
      aria-busy={waits || undefined}
      onClick={waits ? event => event.preventDefault() : act}
      {...rest}
    >
      <span className={s.content}>
        {icon}
        {waits && waiting ? waiting : children}
        {iconEnd}
      </span>
      {waits && !waiting && (
        <span className={s.wait}>
          <Spinner label={null} />
        </span>
      )}
    </button>
  );
}
