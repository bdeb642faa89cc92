import { limits } from '@palabre/common/contract/fields.ts';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { EmailField } from '../../../../ui/fields/EmailField.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import { PasswordField } from '../../../../ui/fields/PasswordField.tsx';
import s from './AuthPage.module.css';

interface AccountFieldsProps {
  /** Address that a mailed link has proven; it cannot be changed. */
  email: string;
  emailLabel: string;
  controlOf: (
    name: 'firstName' | 'lastName' | 'password' | 'confirmation',
  ) => Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'required'>;
}

/** Fields of an account that a mailed link makes: its address as it is, the name, and the password twice. */
export function AccountFields({ email, emailLabel, controlOf }: AccountFieldsProps) {
  const { t } = useTranslation('users', { keyPrefix: 'fields' });
  return (
    <>
      <EmailField label={emailLabel} name="email" value={email} readOnly />
      <div className={s.pair}>
        <Field
          label={t('firstName')}
          autoComplete="given-name"
          maxLength={limits.name}
          autoFocus
          {...controlOf('firstName')}
        />
        <Field label={t('lastName')} autoComplete="family-name" maxLength={limits.name} {...controlOf('lastName')} />
      </div>
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        hint={t('passwordHint', { count: limits.passwordMin })}
        {...controlOf('password')}
      />
      <PasswordField
        label={t('confirmation')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        {...controlOf('confirmation')}
      />
    </>
  );
}
