import { limits } from '@palabre/common/contract/fields.ts';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/PasswordField.tsx';
import type { Refusal } from '../users/auth.rules.ts';
import type { useAuthForm } from '../users/useAuthForm.ts';
import s from './Accounts.module.css';

interface Typed {
  newPassword: string;
  confirmation: string;
}

/** Spec 1 §5, « Password change »; every field of the form is required. */
export function checkPassword<Form extends Typed & Record<keyof Form, string>>(
  form: Form,
): Refusal<keyof Form & string, 'required' | 'mismatch' | 'tooShort'> | null {
  const empty = (Object.keys(form) as (keyof Form & string)[]).filter(name => form[name] === '');
  if (empty.length > 0) return { key: 'required', fields: empty, whole: true };
  if (form.newPassword !== form.confirmation) return { key: 'mismatch', fields: ['confirmation'], whole: false };
  if (form.newPassword.length < limits.passwordMin) return { key: 'tooShort', fields: ['newPassword'], whole: false };
  return null;
}

type Control = ReturnType<ReturnType<typeof useAuthForm<Typed, string>>['controlOf']>;

/** The new password, twice. */
export function NewPasswordFields({ controlOf }: { controlOf: (name: keyof Typed) => Omit<Control, 'name'> }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'password' });
  return (
    <div className={s.pair}>
      <PasswordField
        label={t('new')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        hint={t('newHint', { count: limits.passwordMin })}
        name="newPassword"
        {...controlOf('newPassword')}
      />
      <PasswordField
        label={t('confirmation')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        name="confirmation"
        {...controlOf('confirmation')}
      />
    </div>
  );
}
