import * as Slot from 'radix-ui/slot';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { logFailure } from '../../platform/device/log.ts';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';
import { useOnce } from '../motion/once.ts';
import s from './Button.module.css';
import { useFormBusy } from './Form.tsx';

/** Look of a button. */
export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'danger-ghost';
/** Size of a button. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** Props of a button. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** May return a promise; until it settles, further clicks do nothing. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether the button takes the whole width. */
  block?: boolean;
  /** Shows a spinner, keeps the width and ignores clicks. A form's submit button does so by itself during the submission. */
  loading?: boolean;
  /** Text while loading, instead of the spinner. */
  waiting?: string;
  /** Icons before and after the text. */
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** Renders the only child with the button's look, for a link that looks like a button. */
  asChild?: boolean;
}

/** Button. A double click acts once. */
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
