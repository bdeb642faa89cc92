import { limits } from '@palabre/common/contract/fields.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { PasswordField } from '../../../../ui/fields/PasswordField.tsx';
import type { NewPassword } from './auth.rules.ts';
import type { useAuthForm } from './useAuthForm.ts';

type Control = ReturnType<ReturnType<typeof useAuthForm<NewPassword, string>>['controlOf']>;

interface NewPasswordFieldsProps {
  controlOf: (name: keyof NewPassword) => Omit<Control, 'name'>;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** Hides the length rule until it is broken, where a password is changed. */
  withoutHint?: boolean;
}

/** Asks for a new password twice, on any form that sets an existing account's password. */
export function NewPasswordFields({ controlOf, autoFocus, readOnly, withoutHint }: NewPasswordFieldsProps) {
  const { t } = useTranslation('users', { keyPrefix: 'fields' });
  const common = { autoComplete: 'new-password', maxLength: limits.passwordMax, readOnly };
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        hint={withoutHint ? undefined : t('passwordHint', { count: limits.passwordMin })}
        autoFocus={autoFocus}
        {...common}
        {...controlOf('newPassword')}
        name="newPassword"
      />
      <PasswordField label={t('confirmation')} {...common} {...controlOf('confirmation')} name="confirmation" />
    </>
  );
}
