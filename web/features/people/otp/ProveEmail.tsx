import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { CodeEntry, maybeCode } from './open/CodeEntry.tsx';
import { useCode } from './open/useCode.ts';
import { useTypedCode } from './open/useTypedCode.ts';
import { useCheckCode } from './otp.queries.ts';

interface ProveEmailProps {
  /** Account id; null until the account is loaded. */
  id: string | null;
  email: string;
  onProved: (resetToken: string) => void;
}

/** Shows the first step of a reset: an e-mailed code proves that the user reads the account's mail. */
export function ProveEmail({ id, email, onProved }: ProveEmailProps) {
  const { t } = useTranslation('otp');
  const { value, entry, refuse } = useTypedCode();
  const check = useCheckCode();
  const code = useCode(id ? { id, email } : null);

  async function submit() {
    if (!id || !maybeCode(value)) return;
    try {
      const { resetToken } = await check.mutateAsync({ p_id: id, p_otp: value, p_option: 'email' });
      if (!resetToken) throw new Error(t('reset.failure'));
      alerts.success(t('reset.proved'));
      onProved(resetToken);
    } catch (cause) {
      refuse(cause, t('reset.wrong'));
      throw cause;
    }
  }

  return (
    <AuthPage
      title={t('reset.title')}
      lead={`${t('reset.step', { step: 1 })} · ${t('reset.leadCode')}`}
      question={t('reset.question')}
      link={t('reset.back')}
      to={paths.login}
      onSubmit={submit}
      submit={t('submit')}
      disabled={!id || !maybeCode(value)}
    >
      <CodeEntry email={email} code={code} {...entry} />
    </AuthPage>
  );
}
