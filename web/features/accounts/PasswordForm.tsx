import { useTranslation } from 'react-i18next';
import { atField } from '../../platform/api.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, hasIssues } from '../../ui/Form.tsx';
import { Note } from '../../ui/Note.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAuthForm, wholeErrorId } from '../users/useAuthForm.ts';
import { Card, CardFooter } from '../workspaces/settings/Section.tsx';
import s from './Accounts.module.css';
import { useChangePassword } from './accounts.queries.ts';
import { checkPassword, NewPasswordFields } from './NewPasswordFields.tsx';

const blank = { oldPassword: '', newPassword: '', confirmation: '' };
interface PasswordFormProps {
  userId: string | undefined;
  email: string | undefined;
}

/** Another password, by who knows the one there is. */
export function PasswordForm({ userId, email }: PasswordFormProps) {
  const { t } = useTranslation('accounts', { keyPrefix: 'password' });
  const { form, element, accepts, controlOf, problem, reset } = useAuthForm(blank, checkPassword, key => t(key));
  const change = useChangePassword(userId ?? '');

  async function submit() {
    if (!accepts()) return;
    if (!userId) return void alerts.error(t('noUser'));
    const { oldPassword, newPassword } = form;
    try {
      await change.mutateAsync({ oldPassword, newPassword });
    } catch (cause) {
      const shown = atField(cause, 'oldPassword', ['wrong_password']);
      // What is said at a field needs no alert.
      if (!hasIssues(shown)) tellFailure(cause);
      throw shown;
    }
    reset();
    alerts.success(t('changed'));
  }

  return (
    <Form ref={element} onSubmit={submit}>
      <Card>
        <div className={s.group}>
          <div>
            <h2 className={s.heading}>{t('heading')}</h2>
            <p className={s.hint}>{t('hint')}</p>
          </div>
          <VisuallyHidden>
            {/* Whose password it is, for what keeps passwords. */}
            <input type="email" autoComplete="username" value={email ?? ''} readOnly tabIndex={-1} aria-hidden="true" />
          </VisuallyHidden>
          <PasswordField label={t('old')} maxLength={1_000} {...controlOf('oldPassword')} />
          <NewPasswordFields controlOf={controlOf} />
          {problem && (
            <div id={wholeErrorId}>
              <Note tone="danger">{problem}</Note>
            </div>
          )}
        </div>
        <CardFooter>
          <Button type="submit" variant="outline">
            {t('submit')}
          </Button>
        </CardFooter>
      </Card>
    </Form>
  );
}
