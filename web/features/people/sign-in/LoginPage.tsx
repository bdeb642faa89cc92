import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { usePlace } from '../../../platform/place-settings.ts';
import { ApiError } from '../../../platform/server/api.ts';
import { login, whatEnded } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { EmailField } from '../../../ui/fields/EmailField.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { keepPending } from '../otp/open/pending.ts';
import { lastRefusal } from '../social-login/open/arrival.ts';
import { SocialButtons } from '../social-login/open/SocialButtons.tsx';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { checkLogin, type LoginForm } from '../users/open/auth.rules.ts';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { useLogin } from '../users/open/users.queries.ts';

const blank: LoginForm = { email: '', password: '' };

const endings = {
  elsewhere: { title: 'login.endedTitle', text: 'login.ended' },
  unused: { title: 'login.unusedTitle', text: 'login.unused' },
  suspension: { title: 'login.suspendedTitle', text: 'login.suspended' },
  'stay-over': { title: 'login.stayOverTitle', text: 'login.stayOver' },
} as const;

/**
 * Shows /login.
 * The sign-in feature is this page and the registration page; their requests are in `people/users`, the code of
 * two-step in `people/otp`.
 */
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
  const [endedBy] = useState(whatEnded);
  const endsUnused = usePlace(({ settings }) => Boolean(settings?.idleSessionDays));
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
      // The alert has one sentence for all failures; the page adds the reason where another attempt would fail too.
      const known = cause instanceof ApiError && cause.code !== 'bad_credentials' && cause.code !== 'invalid_input';
      setReason(known ? cause.message : null);
      focus('password');
      throw cause;
    }
  }

  const forgotten = (
    <Link
      data-reach
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
  // Where unused sessions end, the two endings can't be told apart.
  const ending = endedBy && endings[endedBy === 'elsewhere' && endsUnused ? 'unused' : endedBy];
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
      {ending && (
        <Note tone="warning" title={t(ending.title)}>
          {t(ending.text)}
        </Note>
      )}
      <EmailField label={t('fields.email')} autoFocus {...controlOf('email')} />
      <PasswordField label={t('fields.password')} aside={forgotten} {...controlOf('password')} />
    </AuthPage>
  );
}
