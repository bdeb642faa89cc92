import { limits } from '@palabre/common/contract/fields.ts';
import { Suspense, useState } from 'react';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { atField } from '../../../platform/server/api.ts';
import { login } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { EmailField } from '../../../ui/fields/EmailField.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { PicturePicker } from '../../../ui/fields/PicturePicker.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { later } from '../../../ui/overlays/later.ts';
import { useShownRegistration } from '../registration/open/registration.queries.ts';
import { SocialButtons } from '../social-login/open/SocialButtons.tsx';
import s from '../users/open/AuthPage.module.css';
import { AuthLayout, AuthPage } from '../users/open/AuthPage.tsx';
import { checkRegister, type RegisterForm as Fields } from '../users/open/auth.rules.ts';
import { rememberWanted, wantedInvite } from '../users/open/session-flow.ts';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { useRegister } from '../users/open/users.queries.ts';

// Few servers show it: fetched only there.
const AskPage = later(async () => (await import('../registration/open/AskPage.tsx')).AskPage);

const blank: Fields = { firstName: '', lastName: '', email: '', password: '', confirmation: '' };

/**
 * Shows /register: the form, if everybody may register, or if an invitation's code is enough and the visitor has one;
 * else how to get an account instead.
 */
export function RegisterPage() {
  const { t } = useTranslation('users');
  useTitle(t('register.title'));
  const { data: shown, isPending } = useShownRegistration();
  const [code] = useState(wantedInvite);
  const empty = (
    <AuthLayout title={t('register.title')} lead={t('register.lead')}>
      {null}
    </AuthLayout>
  );
  if (isPending) return empty;
  // Without an answer, shows the form: the server decides on its submission.
  if (!shown || shown.who === 'everybody') return <RegisterForm />;
  if (shown.who === 'invitation' && code) return <RegisterForm code={code} />;
  return (
    <Suspense fallback={empty}>
      <AskPage who={shown.who} text={shown.text} providers={<SocialButtons />} />
    </Suspense>
  );
}

/** Makes an account, with the code of an invitation if given. The password's confirmation is not sent. */
function RegisterForm({ code }: { code?: string }) {
  const { t } = useTranslation('users');
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkRegister, key => t(`register.${key}`));
  const [avatar, setAvatar] = useState<File | null>(null);
  const request = useRegister(code);

  const complete = checkRegister(form) === null;

  /** @param wanted page to open after the registration, instead of the remembered one */
  async function register(wanted?: string) {
    const { confirmation: _confirmation, ...body } = form;
    try {
      const { token, newUser } = await request.mutateAsync({ body, image: avatar });
      alerts.success(t('register.success'));
      if (wanted) rememberWanted(wanted);
      login(token, newUser);
    } catch (cause) {
      const shown = atField(cause, 'email', ['email_taken', 'banned']);
      tellFailure(shown, t('register.failure'));
      throw shown;
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
