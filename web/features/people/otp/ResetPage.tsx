import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { AuthLayout } from '../users/open/AuthPage.tsx';
import { NewPassword } from './NewPassword.tsx';
import s from './open/CodeEntry.module.css';
import { useAccountOf } from './otp.queries.ts';
import { ProveEmail } from './ProveEmail.tsx';
import './open/otp.texts.ts';

/** Account whose e-mail was proved, and the token that allows its reset. */
interface Proved {
  id: string;
  resetToken: string;
}

/** Shows /reset-password?email=: the e-mailed code, then the new password. */
export function ResetPage() {
  const { t } = useTranslation('otp');
  useTitle(t('reset.title'));
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const email = query.get('email')?.trim().toLowerCase() ?? '';
  const account = useAccountOf(email);
  const [proved, setProved] = useState<Proved | null>(null);
  const unknown = account.error instanceof ApiError && account.error.status === 404;
  const why = account.error && (unknown ? t('reset.unknown') : failureMessage(account.error));

  useEffect(() => {
    if (email) return;
    alerts.error(t('reset.noEmail'));
    void navigate(paths.login, { replace: true });
  }, [email, navigate, t]);
  useEffect(() => {
    if (why) alerts.error(why);
  }, [why]);

  if (!email) return null;
  if (why) {
    return (
      <AuthLayout title={t('reset.title')} lead={t('reset.leadCode')}>
        <div className={s.unknown}>
          {/* The alert says « Utilisateur introuvable. »; the page says of which address. */}
          <Note tone="danger">{unknown ? t('reset.unknownHint', { email }) : why}</Note>
          <Button asChild block size="lg">
            <Link to={paths.login}>{t('verify.back')}</Link>
          </Button>
        </div>
      </AuthLayout>
    );
  }
  if (proved) return <NewPassword email={email} {...proved} />;
  const id = account.data?.user._id ?? null;
  return <ProveEmail id={id} email={email} onProved={resetToken => id && setProved({ id, resetToken })} />;
}
