import { useRef, useState } from 'react';
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
import { useLogin } from './users.queries.ts';

/** Spec 1 §2 and §5, /login. */
export function LoginPage() {
  const { t } = useTranslation('users');
  useTitle(t('login.submit'));
  const [form, setForm] = useState<LoginForm>({ email: '', password: '' });
  const [refusal, setRefusal] = useState<ReturnType<typeof checkLogin>>(null);
  const [reason, setReason] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const request = useLogin();

  function focus(name: keyof LoginForm) {
    const control = element.current?.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.select();
  }

  async function submit() {
    const found = checkLogin(form);
    setRefusal(found);
    setReason(null);
    if (found) return focus(found.fields[0] ?? 'email');
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

  const errorOf = (name: keyof LoginForm) =>
    refusal?.fields.length === 1 && refusal.fields[0] === name ? t(`login.${refusal.key}`) : null;
  const whole = refusal && refusal.fields.length > 1;
  const controlOf = (name: keyof LoginForm) => ({
    name,
    value: form[name],
    error: errorOf(name),
    ...(whole ? { 'aria-invalid': true, 'aria-describedby': 'login-error' } : {}),
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value });
      setRefusal(null);
    },
  });

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
        {whole && <FormError id="login-error">{t(`login.${refusal.key}`)}</FormError>}
        {reason && <FormError>{reason}</FormError>}
        <Button type="submit" size="lg" block>
          {t('login.submit')}
        </Button>
      </Form>
    </AuthLayout>
  );
}
