import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import s from './CodeField.module.css';
import { FieldFrame, type FieldTexts } from './Field.tsx';
import { useFieldIssue } from './Form.tsx';

interface CodeFieldProps extends FieldTexts {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Number of digits of a code. */
  length: number;
  autoFocus?: boolean;
  disabled?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
}

const digits = (text: string) => text.replace(/\D/g, '');

/**
 * Field for a one-time code: one input, drawn as a box for each digit, which accepts typing, pasting and the phone's
 * suggestion. After a refusal the field is cleared and focused, and shows the reason until a digit is typed.
 */
export function CodeField({
  name,
  value,
  onChange,
  length,
  autoFocus,
  disabled,
  ref,
  error,
  ...texts
}: CodeFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  const issue = useFieldIssue(name);
  const refusal = error ?? issue ?? null;
  const [said, setSaid] = useState<string | null>(null);
  const clear = useRef(onChange);
  clear.current = onChange;

  useEffect(() => {
    if (refusal === null) return;
    setSaid(refusal);
    clear.current('');
    field.current?.focus();
  }, [refusal, field]);

  return (
    <FieldFrame {...texts} name={name} error={said ?? refusal}>
      {control => (
        <OTPInput
          {...control}
          ref={field}
          name={name}
          value={value}
          onChange={typed => {
            if (typed) setSaid(null);
            onChange(typed);
          }}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a slot's only identity is its index.
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
