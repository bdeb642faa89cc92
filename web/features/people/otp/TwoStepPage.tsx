import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { type SessionUser, useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { takeSelf } from '../users/open/take-self.ts';
import { useFreshMe, useMe } from '../users/open/users.queries.ts';
import s from './open/CodeEntry.module.css';
import { CodeEntry, maybeCode } from './open/CodeEntry.tsx';
import { useCheckCode, useSetTwoStep } from './otp.queries.ts';
import './open/otp.texts.ts';
import { useCode } from './open/useCode.ts';
import { useTypedCode } from './open/useTypedCode.ts';

/** Shows /enable-2fa: a code turns two-step on; a button turns it off. */
export function TwoStepPage() {
  useFreshMe();
  const me = useMe();
  if (me?.doubleAuthentification === undefined || !me.email) return null;
  const asked = me.doubleAuthentification && !me.verification;
  return asked ? <ToVerify email={me.email} me={me} /> : <AsItIs on={me.doubleAuthentification} email={me.email} />;
}

/** Holds the frame and the actions that all states of the page share. */
function usePage() {
  const { t } = useTranslation('otp');
  useTitle(t('twoStep.title'));
  const navigate = useNavigate();
  const client = useQueryClient();
  const set = useSetTwoStep();
  const leave = () => void navigate(paths.personal('profile'));

  async function disable() {
    try {
      takeSelf(client, await set.mutateAsync(false));
      alerts.success(t('twoStep.disabled'));
      leave();
    } catch (cause) {
      tellFailure(cause, t('twoStep.disableFailed'));
    }
  }
  const frame = {
    title: t('twoStep.title'),
    lead: t('twoStep.lead'),
    question: t('twoStep.question'),
    link: t('twoStep.back'),
    to: paths.personal('profile'),
  };
  return { t, frame, client, set, leave, disable };
}

/** Shows two-step that is on but unverified: asks for the code. */
function ToVerify({ me, email }: { me: SessionUser; email: string }) {
  const { t, frame, client, leave, disable } = usePage();
  const token = useSession(state => state.token);
  const { value, entry, refuse } = useTypedCode();
  const check = useCheckCode();
  const code = useCode({ id: me._id, email, token });

  async function submit() {
    if (!maybeCode(value)) return;
    try {
      const { user } = await check.mutateAsync({ p_id: me._id, p_otp: value, p_option: '2FA', token });
      alerts.success(t('twoStep.activated'));
      leave();
      if (user) takeSelf(client, user);
    } catch (cause) {
      refuse(cause, t('twoStep.wrong'));
      throw cause;
    }
  }

  const off = (
    <Button variant="outline" size="lg" block onClick={disable}>
      {t('twoStep.disable')}
    </Button>
  );
  return (
    <AuthPage {...frame} onSubmit={submit} submit={t('submit')} disabled={!maybeCode(value)} after={off}>
      <CodeEntry email={email} code={code} {...entry} />
    </AuthPage>
  );
}

/** Shows two-step that is verified or off, with one button for the opposite. */
function AsItIs({ on, email }: { on: boolean; email: string }) {
  const { t, frame, client, set, disable } = usePage();
  async function activate() {
    try {
      takeSelf(client, await set.mutateAsync(true));
    } catch (cause) {
      tellFailure(cause);
    }
  }
  return (
    <AuthPage {...frame} onSubmit={on ? disable : activate} submit={t(on ? 'twoStep.disable' : 'twoStep.activate')}>
      <p className={s.text}>{on ? t('twoStep.on', { email }) : t('twoStep.off')}</p>
    </AuthPage>
  );
}
