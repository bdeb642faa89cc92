import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
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

/** Account whose e-mail address was proved, and the token that allows its reset. */
interface Proved {
  id: string;
  resetToken: string;
}

/** Returns the secret of an administrator's link, which stands after `#`; null without one. */
const recoveryIn = (hash: string): string | null => /^#recovery=([\w-]{43})$/.exec(hash)?.[1] ?? null;

/** Shows /reset-password?email=: the e-mailed code, then the new password; at once the password by an administrator's link. */
export function ResetPage() {
  const { t } = useTranslation('otp');
  useTitle(t('reset.title'));
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const email = query.get('email')?.trim().toLowerCase() ?? '';
  const account = useAccountOf(email);
  const [proved, setProved] = useState<Proved | null>(null);
  const { hash } = useLocation();
  const [recovery] = useState(() => recoveryIn(hash));
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
  // The secret stays neither in the address bar nor in the history.
  useEffect(() => {
    if (recoveryIn(hash)) void navigate({ search: `?${query}` }, { replace: true });
  }, [hash, query, navigate]);

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
  const id = account.data?.user._id ?? null;
  if (recovery) return id && <NewPassword email={email} id={id} resetToken={recovery} isOnly />;
  if (proved) return <NewPassword email={email} {...proved} />;
  return <ProveEmail id={id} email={email} onProved={resetToken => id && setProved({ id, resetToken })} />;
}
