import { wrongCodes } from '@palabre/common/contract/errors.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/users.ts';
import { useTranslation } from 'react-i18next';
import { atField } from '../../platform/api.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { Form, hasIssues } from '../../ui/Form.tsx';
import { Note } from '../../ui/Note.tsx';
import { useAuthForm, wholeErrorId } from '../users/useAuthForm.ts';
import { Card, CardFooter } from '../workspaces/settings/Section.tsx';
import s from './Accounts.module.css';
import { useSendCode, useSetPassword } from './accounts.queries.ts';
import { checkPassword, NewPasswordFields } from './NewPasswordFields.tsx';

const blank = { code: '', newPassword: '', confirmation: '' };

/** A first password, for an account that a provider opens: by a code, since there is no old one to ask for. */
export function NewPasswordForm({ user }: { user: SelfUser }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'password' });
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkPassword, key => t(key));
  const send = useSendCode();
  const set = useSetPassword(user._id);
  const { onChange, ...code } = controlOf('code');

  async function ask() {
    const { message } = await send.mutateAsync(user);
    onChange({ target: { value: '' } });
    alerts.info(message);
  }

  async function submit() {
    if (!accepts()) return;
    try {
      await set.mutateAsync({ code: form.code, newPassword: form.newPassword });
    } catch (cause) {
      const shown = atField(cause, 'code', [...wrongCodes]);
      if (!hasIssues(shown)) tellFailure(cause);
      throw shown;
    }
    alerts.success(t('set'));
  }

  return (
    <Form ref={element} onSubmit={submit}>
      <Card>
        <div className={s.group}>
          <div>
            <h2 className={s.heading}>{t('setHeading')}</h2>
            <p className={s.hint}>{t('setHint', { email: user.email })}</p>
          </div>
          <div className={s.code}>
            <CodeField
              label={t('code')}
              length={limits.codeLength}
              {...code}
              onChange={value => onChange({ target: { value } })}
            />
            <Button variant="outline" loading={send.isPending} onClick={ask}>
              {t('send')}
            </Button>
          </div>
          <NewPasswordFields controlOf={controlOf} />
          {problem && (
            <div id={wholeErrorId}>
              <Note tone="danger">{problem}</Note>
            </div>
          )}
        </div>
        <CardFooter>
          <Button type="submit" variant="outline">
            {t('setHeading')}
          </Button>
        </CardFooter>
      </Card>
    </Form>
  );
}
