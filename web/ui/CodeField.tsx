import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import type { Ref } from 'react';
import s from './CodeField.module.css';
import { cx } from './cx.ts';
import { FieldFrame, type FieldTexts } from './Field.tsx';

interface CodeFieldProps extends FieldTexts {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Digits of a whole code. */
  length: number;
  autoFocus?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const digits = (text: string) => text.replace(/\D/g, '');

/** A code received elsewhere: one field, drawn as so many boxes, which takes it typed, pasted, or offered by the phone. */
export function CodeField({ name, value, onChange, length, autoFocus, disabled, ref, ...texts }: CodeFieldProps) {
  return (
    <FieldFrame {...texts} name={name}>
      {control => (
        <OTPInput
          {...control}
          ref={ref}
          name={name}
          value={value}
          onChange={onChange}
          maxLength={length}
          autoFocus={autoFocus}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={REGEXP_ONLY_DIGITS}
          pasteTransformer={digits}
          pushPasswordManagerStrategy="none"
          containerClassName={s.container}
          render={({ slots }) => (
            <div className={cx(s.slots, control['aria-invalid'] && s.invalid)} aria-hidden="true">
              {slots.map((slot, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place.
                <Slot key={place} {...slot} />
              ))}
            </div>
          )}
        />
      )}
    </FieldFrame>
  );
}

function Slot({ char, isActive, hasFakeCaret }: SlotProps) {
  return (
    <div className={s.slot} data-active={isActive || undefined}>
      {char}
      {hasFakeCaret && <span className={s.caret} />}
    </div>
  );
}
