import { Link, useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import type { SessionUser } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { AuthLayout, AuthPage } from '../users/open/AuthPage.tsx';
import { useFreshMe, useMe } from '../users/open/users.queries.ts';
import { CodePage } from './CodePage.tsx';
import s from './open/CodeEntry.module.css';
import { useSetTwoStep } from './otp.queries.ts';
import './open/otp.texts.ts';

/** Shows /enable-2fa: a code turns two-step on; a button turns it off, unless it is required of everybody. */
export function TwoStepPage() {
  useFreshMe();
  const me = useMe();
  if (me?.doubleAuthentification === undefined || !me.email) return null;
  const { doubleAuthentification: on, verification, twoStepRequired, email } = me;
  if (on && !verification) return <ToVerify email={email} me={me} />;
  return on && twoStepRequired ? <Kept email={email} /> : <AsItIs on={on} email={email} />;
}

/** Holds the frame and the actions that all states of the page share. */
function usePage() {
  const { t } = useTranslation('otp');
  useTitle(t('twoStep.title'));
  const navigate = useNavigate();
  const set = useSetTwoStep();
  const leave = () => void navigate(paths.personal('profile'));

  async function disable() {
    try {
      await set.mutateAsync(false);
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
  return { t, frame, set, leave, disable };
}

/** Shows two-step that is on but unverified: asks for the code. */
function ToVerify({ me, email }: { me: SessionUser; email: string }) {
  const { t, frame, leave, disable } = usePage();
  const off = (
    <Button variant="outline" size="lg" block onClick={disable}>
      {t('twoStep.disable')}
    </Button>
  );
  return <CodePage {...frame} me={me} email={email} after={off} onVerified={leave} />;
}

/** Shows two-step that is verified, and required of everybody: it is not turned off. */
function Kept({ email }: { email: string }) {
  const { t, frame } = usePage();
  return (
    <AuthLayout title={frame.title} lead={frame.lead} other={<Link to={frame.to}>{frame.link}</Link>}>
      <p className={s.text}>{`${t('twoStep.on', { email })} ${t('twoStep.kept')}`}</p>
    </AuthLayout>
  );
}

/** Shows two-step that is verified or off, with one button for the opposite. */
function AsItIs({ on, email }: { on: boolean; email: string }) {
  const { t, frame, set, disable } = usePage();
  async function activate() {
    try {
      await set.mutateAsync(true);
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
