import Check from 'lucide-react/icons/check';
import * as Primitive from 'radix-ui/checkbox';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import s from './Choice.module.css';

/** Props of a checkbox or a switch. */
export interface ToggleProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  className?: string;
}

/** Checkbox with its label. */
export function Checkbox({ label, hint, checked, onChange, disabled, name, className }: ToggleProps) {
  const id = useId();
  return (
    <div className={cx(s.row, disabled && s.disabled, className)}>
      <Primitive.Root
        id={id}
        className={s.box}
        checked={checked}
        onCheckedChange={next => onChange(next === true)}
        disabled={disabled}
        name={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <Primitive.Indicator>
          <Check />
        </Primitive.Indicator>
      </Primitive.Root>
      <div className={s.texts}>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
      </div>
    </div>
  );
}
