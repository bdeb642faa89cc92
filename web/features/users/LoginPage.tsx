import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTitle } from '../../app/shell/title.ts';
import { ApiError } from '../../platform/api.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { login, wasEndedElsewhere } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { EmailField } from '../../ui/EmailField.tsx';
import { Note } from '../../ui/Note.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { keepPending } from '../otp/pending.ts';
import { lastRefusal } from '../social-login/arrival.ts';
import { SocialButtons } from '../social-login/SocialButtons.tsx';
import { AuthPage } from './AuthPage.tsx';
import { checkLogin, type LoginForm } from './auth.rules.ts';
import { useAuthForm } from './useAuthForm.ts';
import { useLogin } from './users.queries.ts';

const blank: LoginForm = { email: '', password: '' };

/** Spec 1 §2 and §5, /login. */
export function LoginPage() {
  const { t } = useTranslation('users');
  useTitle(t('login.submit'));
  const { form, element, focus, accepts, controlOf, problem } = useAuthForm(blank, checkLogin, key =>
    t(`login.${key}`),
  );
  const [reason, setReason] = useState<string | null>(() => {
    const refusal = lastRefusal();
    return refusal && t(`social.${refusal}`);
  });
  const [endedElsewhere] = useState(wasEndedElsewhere);
  const request = useLogin();
  const navigate = useNavigate();

  async function submit() {
    setReason(null);
    if (!accepts()) return;
    try {
      const answer = await request.mutateAsync({ email: form.email.trim(), password: form.password });
      if (answer.token === null && answer.pending) {
        keepPending(answer);
        await navigate(paths.verifyOtp);
        return;
      }
      if (!answer.token) throw new Error('Cannot authenticate user');
      alerts.success(t('login.success'));
      login(answer.token, answer.user);
    } catch (cause) {
      alerts.error(t('login.failure'));
      // One sentence stands for all failures; where another attempt would fail too, the page says why.
      const known = cause instanceof ApiError && cause.code !== 'bad_credentials' && cause.code !== 'invalid_input';
      setReason(known ? cause.message : null);
      focus('password');
      throw cause;
    }
  }

  const forgotten = (
    <Link
      to={paths.resetPassword(form.email.trim())}
      onClick={event => {
        if (form.email.trim()) return;
        event.preventDefault();
        alerts.warning(t('login.forgotNeedsEmail'));
        focus('email');
      }}
    >
      {t('login.forgotten')}
    </Link>
  );
  return (
    <AuthPage
      title={t('login.title')}
      lead={t('login.lead')}
      question={t('login.noAccount')}
      link={t('login.toRegister')}
      to={paths.register}
      form={element}
      onSubmit={submit}
      problem={problem ?? reason}
      submit={t('login.submit')}
      beside={<SocialButtons />}
    >
      {endedElsewhere && (
        <Note tone="warning" title={t('login.endedTitle')}>
          {t('login.ended')}
        </Note>
      )}
      <EmailField label={t('fields.email')} autoFocus {...controlOf('email')} />
      <PasswordField label={t('fields.password')} aside={forgotten} {...controlOf('password')} />
    </AuthPage>
  );
}
