import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { hasIssues } from '../../../ui/fields/Form.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { checkNewPassword } from '../users/open/auth.rules.ts';
import { NewPasswordFields } from '../users/open/NewPasswordFields.tsx';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { useResetPassword } from './otp.queries.ts';

const blank = { newPassword: '', confirmation: '' };
/** Delay before the login page. */
const leaveAfterMs = 1_500;

interface NewPasswordProps {
  id: string;
  email: string;
  resetToken: string;
  /** Whether no code came before, so that this is the only step. */
  isOnly?: boolean;
}

/**
 * Shows the second step of a reset, or the only step by an administrator's link: the new password, then the login page.
 */
export function NewPassword({ id, email, resetToken, isOnly }: NewPasswordProps) {
  const { t } = useTranslation('otp');
  const navigate = useNavigate();
  const { form, element, focus, accepts, controlOf, problem } = useAuthForm(blank, checkNewPassword, key =>
    t(`reset.${key}`),
  );
  const [done, setDone] = useState(false);
  const reset = useResetPassword();

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  async function submit() {
    if (done || !accepts()) return;
    try {
      await reset.mutateAsync({ id, newPassword: form.newPassword, resetToken });
      alerts.success(t('reset.success'));
      setDone(true);
    } catch (cause) {
      tellFailure(cause, t('reset.failure'));
      if (!hasIssues(cause)) focus('newPassword');
      throw cause;
    }
  }

  return (
    <AuthPage
      title={t('reset.title')}
      lead={`${isOnly ? '' : `${t('reset.step', { step: 2 })} · `}${t('reset.leadPassword', { email })}`}
      question={t('reset.question')}
      link={t('reset.back')}
      to={paths.login}
      form={element}
      onSubmit={submit}
      problem={problem}
      submit={t('reset.save')}
      disabled={done}
    >
      {done && <Note title={t('reset.success')}>{` ${t('reset.leaving')}`}</Note>}
      {/* Names the account to password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields controlOf={controlOf} autoFocus readOnly={done} />
    </AuthPage>
  );
}
