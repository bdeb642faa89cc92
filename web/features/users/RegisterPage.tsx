import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { useTitle } from '../../app/shell/title.ts';
import { atField } from '../../platform/api.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { login } from '../../platform/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PicturePicker } from '../../ui/PicturePicker.tsx';
import { SocialButtons } from '../social-login/SocialButtons.tsx';
import s from './AuthPage.module.css';
import { AuthPage } from './AuthPage.tsx';
import { checkRegister, type RegisterForm } from './auth.rules.ts';
import { rememberWanted } from './session-flow.ts';
import { useAuthForm } from './useAuthForm.ts';
import { useRegister } from './users.queries.ts';

const blank: RegisterForm = { firstName: '', lastName: '', email: '', password: '', confirmation: '' };

/** Spec 1 §2 and §5, /register. The confirmation stays in the page. */
export function RegisterPage() {
  const { t } = useTranslation('users');
  useTitle(t('register.title'));
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkRegister, key => t(`register.${key}`));
  const [avatar, setAvatar] = useState<File | null>(null);
  const request = useRegister();

  const complete = checkRegister(form) === null;

  /** @param wanted where to go then, if not where one was going */
  async function register(wanted?: string) {
    const { confirmation: _confirmation, ...body } = form;
    try {
      const { token, newUser } = await request.mutateAsync({ body, image: avatar });
      alerts.success(t('register.success'));
      if (wanted) rememberWanted(wanted);
      login(token, newUser);
    } catch (cause) {
      tellFailure(cause, t('register.failure'));
      throw atField(cause, 'email', ['email_taken', 'banned']);
    }
  }

  const shortcut = complete ? (
    <Button variant="outline" size="lg" block loading={request.isPending} onClick={() => register(paths.onboarding)}>
      {t('register.toOnboarding')}
    </Button>
  ) : (
    <p className={s.after}>{t('register.onboardingNeeds')}</p>
  );

  return (
    <AuthPage
      title={t('register.title')}
      lead={t('register.lead')}
      question={t('register.hasAccount')}
      link={t('register.toLogin')}
      to={paths.login}
      form={element}
      onSubmit={async () => (accepts() ? register() : undefined)}
      after={shortcut}
      problem={problem}
      submit={t('register.submit')}
      beside={<SocialButtons />}
    >
      <div className={s.pair}>
        <Field
          label={t('fields.firstName')}
          autoComplete="given-name"
          maxLength={limits.name}
          autoFocus
          {...controlOf('firstName')}
        />
        <Field
          label={t('fields.lastName')}
          autoComplete="family-name"
          maxLength={limits.name}
          {...controlOf('lastName')}
        />
      </div>
      <EmailField label={t('fields.email')} maxLength={limits.email} {...controlOf('email')} />
      <PasswordField
        label={t('fields.password')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        hint={t('fields.passwordHint', { count: limits.passwordMin })}
        {...controlOf('password')}
      />
      <PasswordField
        label={t('fields.confirmation')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        {...controlOf('confirmation')}
      />
      <PicturePicker
        label={t('fields.avatar')}
        hint={t('register.avatarHint')}
        picture={avatar}
        onChange={setAvatar}
        fileName="avatar.png"
        shape="round"
        preview={src => (
          <Avatar id="palabre" firstName={form.firstName} lastName={form.lastName} src={src} size={64} shape="round" />
        )}
      />
    </AuthPage>
  );
}
