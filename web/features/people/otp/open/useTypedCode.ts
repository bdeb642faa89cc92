import { useState } from 'react';
import { ApiError, failureMessage } from '../../../../platform/server/api.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

/** Tells whether an error says that the code was wrong. */
export const isWrongCode = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 400 && cause.code.startsWith('otp_');

/** Holds the typed code and its error: a wrong code marks its field, which is cleared for the next code. */
export function useTypedCode() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);

  /** Shows why a code was refused: `wrong` for a wrong code, else the server's sentence. */
  function refuse(cause: unknown, wrong: string): void {
    const isWrong = isWrongCode(cause);
    const sentence = isWrong ? wrong : failureMessage(cause);
    alerts.error(sentence);
    // The alert says what is wrong, the field what to do.
    if (isWrong) setError(i18n.t('otp:again'));
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
