import { Link, useParams } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { login } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Spinner } from '../../../ui/marks/Spinner.tsx';
import { LostIllustration } from '../../../ui/pages/illustrations.tsx';
import { LonePage } from '../../../ui/pages/LonePage.tsx';
import { AccountFields } from '../users/open/AccountFields.tsx';
import { AuthPage } from '../users/open/AuthPage.tsx';
import { checkRegister, type RegisterForm } from '../users/open/auth.rules.ts';
import { useAuthForm } from '../users/open/useAuthForm.ts';
import { usePass, useRegisterByLink } from './admissions.queries.ts';
import '../registration/open/registration.texts.ts';

/** Shows /register/TOKEN, the link of a mail that lets its address make an account. */
export function RegisterLinkPage() {
  const { t } = useTranslation('registration', { keyPrefix: 'link' });
  const { token = '' } = useParams();
  const { data: pass, error, refetch } = usePass(token);
  useTitle(t('title'));
  if (pass) return <LinkForm token={token} pass={pass} />;
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <LonePage
      illustration={<LostIllustration />}
      title={t(gone ? 'goneTitle' : 'failedTitle')}
      text={<span role="alert">{gone ? t('gone') : failureMessage(error)}</span>}
      action={
        gone ? (
          <Button asChild>
            <Link to={paths.register}>{t('again')}</Link>
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        )
      }
      waiting={!error && <Spinner size={22} />}
    />
  );
}

interface LinkFormProps {
  token: string;
  pass: { email: string; firstName: string; lastName: string };
}

/** Makes the account of a mailed link, with its address as it is. The password's confirmation is not sent. */
function LinkForm({ token, pass }: LinkFormProps) {
  const { t } = useTranslation('registration', { keyPrefix: 'link' });
  const { t: says } = useTranslation('users');
  const blank: RegisterForm = { ...pass, password: '', confirmation: '' };
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkRegister, key =>
    says(`register.${key}`),
  );
  const request = useRegisterByLink();

  async function submit() {
    if (!accepts()) return;
    const { firstName, lastName, password } = form;
    const made = await request.mutateAsync({ params: { token }, body: { firstName, lastName, password } });
    alerts.success(says('register.success'));
    login(made.token, made.newUser);
  }

  return (
    <AuthPage
      title={t('title')}
      lead={t('lead')}
      question={says('register.hasAccount')}
      link={says('register.toLogin')}
      to={paths.login}
      form={element}
      onSubmit={submit}
      problem={problem ?? (request.isError ? failureMessage(request.error) : null)}
      submit={t('submit')}
    >
      <AccountFields email={pass.email} emailLabel={t('email')} controlOf={controlOf} />
    </AuthPage>
  );
}
