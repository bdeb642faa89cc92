import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTitle } from '../../app/shell/title.ts';
import { ApiError, failureMessage } from '../../platform/api.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { login } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { AuthPage } from '../users/AuthPage.tsx';
import { CodeEntry, maybeCode } from './CodeEntry.tsx';
import { useCheckCode } from './otp.queries.ts';
import { forgetPending, type Pending, readPending } from './pending.ts';
import './texts.ts';
import { useCode } from './useCode.ts';
import { useTypedCode } from './useTypedCode.ts';

/** Spec 1 §2, /verify-otp: the code that ends a login, for who has given their password. */
export function VerifyPage() {
  const [pending] = useState(readPending);
  return pending ? <Verify pending={pending} /> : <Navigate to={paths.login} replace />;
}

function Verify({ pending: { user, pending: token } }: { pending: Pending }) {
  const { t } = useTranslation('otp');
  useTitle(t('verify.title'));
  const navigate = useNavigate();
  const { value, entry, refuse } = useTypedCode();
  const check = useCheckCode();

  function startAgain(why: string): void {
    alerts.error(why);
    forgetPending();
    void navigate(paths.login, { replace: true });
  }
  const code = useCode({ id: user._id, email: user.email, token }, startAgain);

  async function submit() {
    if (!maybeCode(value)) return;
    try {
      const answer = await check.mutateAsync({ p_id: user._id, p_otp: value, p_option: '2FA', token });
      if (!answer.token) throw new Error(t('verify.failure'));
      alerts.success(t('verify.success'));
      forgetPending();
      login(answer.token, answer.user);
    } catch (cause) {
      // The ten minutes in which a code could end this login are over, or the password is another.
      if (cause instanceof ApiError && cause.status === 401) return startAgain(failureMessage(cause));
      refuse(cause, t('verify.wrong'));
      throw cause;
    }
  }

  return (
    <AuthPage
      title={t('verify.title')}
      lead={t('verify.lead')}
      question={t('verify.question')}
      link={t('verify.back')}
      to={paths.login}
      onSubmit={submit}
      submit={t('submit')}
      disabled={!maybeCode(value)}
    >
      <CodeEntry email={user.email} code={code} {...entry} />
    </AuthPage>
  );
}
