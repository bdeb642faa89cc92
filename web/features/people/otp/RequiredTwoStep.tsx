import { useEffect } from 'react';
import { useTitle } from '../../../platform/address/title.ts';
import { logFailure } from '../../../platform/device/log.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { readOwnTwoStep } from '../users/open/two-step-awaited.ts';
import { useMe } from '../users/open/users.queries.ts';
import { CodePage } from './CodePage.tsx';
import s from './open/CodeEntry.module.css';
import { useSetTwoStep } from './otp.queries.ts';
import './open/otp.texts.ts';

/**
 * Rereads whether two-step is still lacking when the page is shown: it may be set up elsewhere, or no longer required.
 */
function useLookAgain(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      readOwnTwoStep().catch((cause: unknown) => logFailure('Whether two-step is lacking cannot be read', cause));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}

/** Shows people without the two-step required of everybody how to set it up, and the way out. */
export function RequiredTwoStep({ onLogout }: { onLogout: () => Promise<void> }) {
  const { t } = useTranslation('otp');
  useTitle(t('twoStep.title'));
  useLookAgain();
  const me = useMe();
  const set = useSetTwoStep();
  if (!me?.email) return null;
  const { email, doubleAuthentification: on } = me;

  async function activate() {
    try {
      await set.mutateAsync(true);
    } catch (cause) {
      tellFailure(cause);
    }
  }
  const out = (
    <Button variant="ghost" size="lg" block onClick={onLogout}>
      {t('required.logout')}
    </Button>
  );
  const frame = { title: t('twoStep.title'), lead: t('required.lead'), after: out };
  if (on) return <CodePage {...frame} me={me} email={email} />;
  return (
    <AuthPage {...frame} onSubmit={activate} submit={t('twoStep.activate')}>
      <p className={s.text}>{t('required.text', { email })}</p>
    </AuthPage>
  );
}
