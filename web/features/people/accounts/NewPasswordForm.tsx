import { wrongCodes } from '@palabre/common/contract/errors.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { CodeField } from '../../../ui/fields/CodeField.tsx';
import { checkNewPassword } from '../users/open/auth.rules.ts';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import s from './Accounts.module.css';
import { useSendCode, useSetPassword } from './open/accounts.queries.ts';
import { PasswordCard } from './PasswordCard.tsx';

const blank = { code: '', newPassword: '', confirmation: '' };

/**
 * Sets a first password on an account opened by a social provider: proved by an e-mailed code, as no old password
 * exists.
 */
export function NewPasswordForm({ user }: { user: SelfUser }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'password' });
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkNewPassword, key => t(key));
  const ask = useSendCode();
  const set = useSetPassword(user._id);
  const { onChange, ...code } = controlOf('code');

  async function askForCode() {
    const { message } = await ask.mutateAsync(user);
    onChange({ target: { value: '' } });
    alerts.info(message);
  }

  async function send() {
    await set.mutateAsync({ code: form.code, newPassword: form.newPassword });
    alerts.success(t('set'));
  }

  return (
    <PasswordCard
      form={element}
      heading={t('setHeading')}
      hint={t('setHint', { email: user.email })}
      submit={t('setHeading')}
      problem={problem}
      proof={{ field: 'code', failures: [...wrongCodes] }}
      controlOf={controlOf}
      accepts={accepts}
      onSend={send}
    >
      <div className={s.code}>
        <CodeField
          label={t('code')}
          length={limits.codeLength}
          {...code}
          onChange={value => onChange({ target: { value } })}
        />
        <Button variant="outline" loading={ask.isPending} onClick={askForCode}>
          {t('send')}
        </Button>
      </div>
    </PasswordCard>
  );
}
