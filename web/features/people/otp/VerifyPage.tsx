import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { login } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { CodeEntry, maybeCode } from './open/CodeEntry.tsx';
import { forgetPending, type Pending, readPending } from './open/pending.ts';
import { useCheckCode } from './otp.queries.ts';
import './open/otp.texts.ts';
import { useCode } from './open/useCode.ts';
import { useTypedCode } from './open/useTypedCode.ts';

/** Shows /verify-otp: the code that completes a login after the password. */
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
      // The ten minutes of this pending login are over, or the password changed meanwhile.
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
