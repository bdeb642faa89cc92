import { useRef, useState } from 'react';
import { ApiError, failureMessage } from '../../platform/api.ts';
import { alerts } from '../../ui/alerts/alerts.ts';

/** What is typed as a code, and what became of it: one that is wrong is said, and gives way to the next. */
export function useTypedCode() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  /** Says why a code was not taken: `wrong` for one that is not the right one, else what the server says. */
  function refuse(cause: unknown, wrong: string): void {
    const isWrong = cause instanceof ApiError && cause.status === 400 && cause.code.startsWith('otp_');
    const sentence = isWrong ? wrong : failureMessage(cause);
    alerts.error(sentence);
    if (!isWrong) return;
    setError(sentence);
    setValue('');
    field.current?.focus();
  }

  const entry = {
    ref: field,
    value,
    error,
    onChange: (typed: string) => {
      setValue(typed);
      if (typed) setError(null);
    },
  };
  return { value, entry, refuse };
}
