import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import { checkNewPassword } from '../users/open/auth.rules.ts';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { useChangePassword } from './open/accounts.queries.ts';
import { PasswordCard } from './PasswordCard.tsx';

const blank = { oldPassword: '', newPassword: '', confirmation: '' };
interface PasswordFormProps {
  userId: string | undefined;
  email: string | undefined;
}

/** Changes the password of a user who types the current one. */
export function PasswordForm({ userId, email }: PasswordFormProps) {
  const { t } = useTranslation('accounts', { keyPrefix: 'password' });
  const { form, element, accepts, controlOf, problem, reset } = useAuthForm(blank, checkNewPassword, key => t(key));
  const change = useChangePassword(userId ?? '');

  async function send() {
    if (!userId) return void alerts.error(t('noUser'));
    const { oldPassword, newPassword } = form;
    await change.mutateAsync({ oldPassword, newPassword });
    reset();
    alerts.success(t('changed'));
  }

  return (
    <PasswordCard
      form={element}
      heading={t('heading')}
      hint={t('hint')}
      submit={t('submit')}
      problem={problem}
      proof={{ field: 'oldPassword', failures: ['wrong_password'] }}
      controlOf={controlOf}
      withoutHint
      accepts={accepts}
      onSend={send}
    >
      <VisuallyHidden>
        {/* Names the account to password managers. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly tabIndex={-1} aria-hidden="true" />
      </VisuallyHidden>
      <PasswordField label={t('old')} maxLength={1_000} {...controlOf('oldPassword')} />
    </PasswordCard>
  );
}
