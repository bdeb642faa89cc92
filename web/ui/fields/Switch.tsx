import * as Primitive from 'radix-ui/switch';
import { useId } from 'react';
import { cx } from '../cx.ts';
import type { ToggleProps } from './Checkbox.tsx';
import s from './Choice.module.css';

/** Switch with an immediate effect: text on the left, switch at the end of the line. */
export function Switch({ label, hint, checked, onChange, disabled, name, className }: ToggleProps) {
  const id = useId();
  return (
    <div className={cx(s.row, s.between, disabled && s.disabled, className)}>
      <div className={s.texts}>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
      </div>
      <Primitive.Root
        id={id}
        className={s.track}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        name={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <Primitive.Thumb className={s.thumb} />
      </Primitive.Root>
    </div>
  );
}
