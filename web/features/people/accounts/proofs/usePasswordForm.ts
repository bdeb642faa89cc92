import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { hasIssues } from '../../../../ui/fields/Form.tsx';

/**
 * Holds the form that asks for the password again.
 * @param onPassword sends the typed password; a wrong password is an issue of its field
 */
export function usePasswordForm(onPassword: (password: string) => Promise<unknown>) {
  const { t } = useTranslation('proofs', { keyPrefix: 'identity' });
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  /** Sends the password: true if accepted, false if empty; throws after showing the error. */
  async function submit(): Promise<boolean> {
    setMissing(value === '');
    if (value === '') {
      field.current?.focus();
      return false;
    }
    try {
      await onPassword(value);
      return true;
    } catch (cause) {
      if (!hasIssues(cause)) tellFailure(cause);
      field.current?.select();
      throw cause;
    }
  }

  const entry = {
    ref: field,
    name: 'password',
    value,
    error: missing ? t('required') : null,
    onChange: ({ target }: { target: { value: string } }) => {
      setValue(target.value);
      setMissing(false);
    },
  };
  return { entry, ready: true, submit };
}
