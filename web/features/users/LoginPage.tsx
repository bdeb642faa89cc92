import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTitle } from '../../app/shell/title.ts';
import { ApiError } from '../../platform/api.ts';
import { login } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import s from './AuthLayout.module.css';
import { AuthLayout, FormError } from './AuthLayout.tsx';
import { checkLogin, type LoginForm } from './auth.rules.ts';
import { useAuthForm, wholeErrorId } from './useAuthForm.ts';
import { useLogin } from './users.queries.ts';

const blank: LoginForm = { email: '', password: '' };

/** Spec 1 §2 and §5, /login. */
export function LoginPage() {
  const { t } = useTranslation('users');
  useTitle(t('login.submit'));
  const { form, element, focus, accepts, controlOf, problem } = useAuthForm(blank, checkLogin, key =>
    t(`login.${key}`),
  );
  const [reason, setReason] = useState<string | null>(null);
  const request = useLogin();

  async function submit() {
    setReason(null);
    if (!accepts()) return;
    try {
      const { token, user } = await request.mutateAsync({ email: form.email.trim(), password: form.password });
      if (!token) throw new Error('Cannot authenticate user');
      alerts.success(t('login.success'));
      login(token, user);
    } catch (cause) {
      alerts.error(t('login.failure'));
      // The specification has one sentence for all failures; where another attempt would fail too, the page says why.
      const known = cause instanceof ApiError && cause.code !== 'bad_credentials' && cause.code !== 'invalid_input';
      setReason(known ? cause.message : null);
      focus('password');
      throw cause;
    }
  }

  return (
    <AuthLayout
      title={t('login.title')}
      lead={t('login.lead')}
      other={
        <>
          {t('login.noAccount')} <Link to={paths.register}>{t('login.toRegister')}</Link>
        </>
      }
    >
      <Form ref={element} className={s.form} onSubmit={submit}>
        <Field
          label={t('fields.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...controlOf('email')}
        />
        <PasswordField label={t('fields.password')} {...controlOf('password')} />
        {problem && <FormError id={wholeErrorId}>{problem}</FormError>}
        {reason && <FormError>{reason}</FormError>}
        <Button type="submit" size="lg" block>
          {t('login.submit')}
        </Button>
      </Form>
    </AuthLayout>
  );
}
