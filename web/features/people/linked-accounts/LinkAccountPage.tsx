import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage, isDeclined } from '../../../platform/server/api.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { EmailField } from '../../../ui/fields/EmailField.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { CodeEntry } from '../otp/open/CodeEntry.tsx';
import { useCode } from '../otp/open/useCode.ts';
import { isWrongCode, useTypedCode } from '../otp/open/useTypedCode.ts';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { accountOf, useLinkAccount } from './linked-accounts.queries.ts';
import '../otp/open/otp.texts.ts';
import './linked-accounts.texts.ts';

const blank = { email: '', password: '' };

/**
 * Shows /link-account: links another account once its password, and its code if it has two-step, prove that
 * it is the user's.
 * The linked-accounts feature is this page, the account switcher in the profile menu, and `switch.ts`.
 */
export function LinkAccountPage() {
  const { t } = useTranslation('linking');
  useTitle(t('title'));
  const navigate = useNavigate();
  const request = useLinkAccount();
  /** Account whose two-step code is awaited. */
  const [asked, setAsked] = useState<{ id: string; email: string; token: string | null } | null>(null);
  const { value: typed, entry, refuse } = useTypedCode();
  const [reason, setReason] = useState<string | null>(null);
  const code = useCode(asked);
  const check = (given: typeof blank) => {
    const fields = (['email', 'password'] as const).filter(name => given[name].trim() === '');
    return fields.length > 0 ? { key: 'allRequired' as const, fields, whole: true } : null;
  };
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, check, key => t(key));
  const email = form.email.trim();
  const coded = asked?.email === email;

  /** Shows the server's sentence, or the page's own when the server sent none. */
  function say(cause: unknown) {
    const sentence = cause instanceof ApiError && cause.isTold ? cause.message : t('failure');
    tellFailure(cause, sentence);
    if (!isDeclined(cause)) setReason(sentence);
  }

  async function askForCode() {
    entry.onChange('');
    const { user } = await accountOf(email);
    setAsked({ id: user._id, email, token: useSession.getState().token });
  }

  async function link() {
    try {
      return await request.mutateAsync({ email, password: form.password, ...(coded && typed && { code: typed }) });
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'otp_required' && !coded)) throw cause;
      await askForCode();
      return null;
    }
  }

  async function submit() {
    setReason(null);
    if (!accepts()) return;
    try {
      const linked = await link();
      if (!linked) return;
      alerts.success(linked.message || t('success'));
      await navigate(paths.workspaces);
    } catch (cause) {
      if (isWrongCode(cause)) refuse(cause, failureMessage(cause));
      else say(cause);
      throw cause;
    }
  }

  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      question={t('question')}
      link={t('back')}
      to={paths.workspaces}
      form={element}
      onSubmit={submit}
      problem={problem ?? reason}
      submit={t('submit')}
    >
      <EmailField label={t('email')} maxLength={limits.email} autoComplete="off" autoFocus {...controlOf('email')} />
      <PasswordField label={t('password')} autoComplete="off" {...controlOf('password')} />
      {coded && <CodeEntry email={email} code={code} {...entry} />}
    </AuthPage>
  );
}
