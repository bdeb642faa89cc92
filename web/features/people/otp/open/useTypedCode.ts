import { useState } from 'react';
import { ApiError, failureMessage } from '../../../../platform/server/api.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

/** Whether a code was not the right one. */
export const isWrongCode = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 400 && cause.code.startsWith('otp_');

/** What is typed as a code, and what became of it: one that is wrong is said at its field, which makes way for the next. */
export function useTypedCode() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);

  /** Says why a code was not taken: `wrong` for one that is not the right one, else what the server says. */
  function refuse(cause: unknown, wrong: string): void {
    const isWrong = isWrongCode(cause);
    const sentence = isWrong ? wrong : failureMessage(cause);
    alerts.error(sentence);
    if (!isWrong) return;
    setError(sentence);
  }

  const entry = {
    value,
    error,
    onChange: (typed: string) => {
      setValue(typed);
      if (typed) setError(null);
    },
  };
  return { value, entry, refuse };
}
