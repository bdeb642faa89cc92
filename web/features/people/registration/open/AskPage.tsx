import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/people/email.ts';
import type { RegistrationChoice } from '@palabre/common/rules/people/registration.ts';
import type { ReactNode } from 'react';
import { paths } from '../../../../platform/address/paths.ts';
import { failureMessage } from '../../../../platform/server/api.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { EmailField } from '../../../../ui/fields/EmailField.tsx';
import { Field, TextAreaField } from '../../../../ui/fields/Field.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import s from '../../users/open/AuthPage.module.css';
import { AuthLayout, AuthPage } from '../../users/open/AuthPage.tsx';
import { useAuthForm } from '../../users/open/useAuthForm.ts';
import { LoginLink } from '../LoginLink.tsx';
import { useAskAccount } from './registration.queries.ts';
import './registration.texts.ts';

interface AskPageProps {
  who: Exclude<RegistrationChoice, 'everybody'>;
  /** Administrators' own text, if any. */
  text: string;
  /** Buttons of the login providers. */
  providers: ReactNode;
}

/** Shows the registration page where not everybody may register: how to get an account instead. */
export function AskPage({ who, text, providers }: AskPageProps) {
  if (who === 'domains' || who === 'approval') return <AskForm who={who} text={text} providers={providers} />;
  return <Closed who={who} text={text} providers={providers} />;
}

function Closed({ who, text, providers }: AskPageProps & { who: 'invitation' | 'provider' }) {
  const { t } = useTranslation('registration', { keyPrefix: 'closed' });
  const { t: says } = useTranslation('users');
  return (
    <AuthLayout title={says('register.title')} lead={t(who)} other={<LoginLink />}>
      {text && (
        <p className={s.lead} dir="auto">
          {text}
        </p>
      )}
      {providers}
    </AuthLayout>
  );
}

const blank = { firstName: '', lastName: '', email: '', message: '' };

function AskForm({ who, text, providers }: AskPageProps & { who: 'domains' | 'approval' }) {
  const { t } = useTranslation('registration', { keyPrefix: 'closed' });
  const { t: says } = useTranslation('users');
  const check = ({ firstName, lastName, email }: typeof blank) => {
    const empty = (['firstName', 'lastName', 'email'] as const).filter(
      name => (who === 'approval' || name === 'email') && { firstName, lastName, email }[name].trim() === '',
    );
    if (empty.length > 0) return { key: 'allRequired' as const, fields: empty, whole: true };
    if (!isEmail(email)) return { key: 'badEmail' as const, fields: ['email' as const], whole: false };
    return null;
  };
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, check, key => t(key));
  const ask = useAskAccount();

  async function submit() {
    if (!accepts()) return;
    const { firstName, lastName, email, message } = form;
    await ask.mutateAsync(who === 'approval' ? { firstName, lastName, email, message } : { email });
  }

  if (ask.data) {
    return (
      <AuthLayout title={t('sentTitle')} lead={ask.data.message} other={<LoginLink />}>
        {null}
      </AuthLayout>
    );
  }
  return (
    <AuthPage
      title={t('askTitle')}
      lead={t(`${who}Lead`)}
      question={says('register.hasAccount')}
      link={says('register.toLogin')}
      to={paths.login}
      form={element}
      onSubmit={submit}
      problem={problem ?? (ask.isError ? failureMessage(ask.error) : null)}
      submit={t(who === 'approval' ? 'ask' : 'sendLink')}
      beside={providers}
    >
      {text && <Note>{text}</Note>}
      {who === 'approval' && (
        <div className={s.pair}>
          <Field
            label={says('fields.firstName')}
            autoComplete="given-name"
            maxLength={limits.name}
            {...controlOf('firstName')}
          />
          <Field
            label={says('fields.lastName')}
            autoComplete="family-name"
            maxLength={limits.name}
            {...controlOf('lastName')}
          />
        </div>
      )}
      <EmailField label={says('fields.email')} maxLength={limits.email} {...controlOf('email')} />
      {who === 'approval' && (
        <TextAreaField
          label={t('message')}
          hint={t('messageHint')}
          maxLength={limits.description}
          {...controlOf('message')}
        />
      )}
    </AuthPage>
  );
}
