import type { ReceivedInvite } from '@palabre/common/contract/workspaces/email-invites.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { failureMessage } from '../../../platform/server/api.ts';
import { login } from '../../../platform/session/session.ts';
import { formatDate } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { AccountFields } from '../../people/users/open/AccountFields.tsx';
import { AuthPage } from '../../people/users/open/AuthPage.tsx';
import { checkRegister, type RegisterForm } from '../../people/users/open/auth.rules.ts';
import { useAuthForm } from '../../people/users/open/useAuthForm.ts';
import { useRegisterInvited } from './email-invites.queries.ts';

interface RegisterInvitedProps {
  token: string;
  invite: ReceivedInvite;
}

/** Makes the account of an invited address, and enters the workspace. The password's confirmation is not sent. */
export function RegisterInvited({ token, invite: { email, workspace, invitedBy, guest } }: RegisterInvitedProps) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'page' });
  const { t: says } = useTranslation('users');
  const blank: RegisterForm = { firstName: '', lastName: '', email, password: '', confirmation: '' };
  const { form, element, accepts, controlOf, problem } = useAuthForm(blank, checkRegister, key =>
    says(`register.${key}`),
  );
  const request = useRegisterInvited();
  const navigate = useNavigate();

  async function submit() {
    if (!accepts()) return;
    const { firstName, lastName, password } = form;
    const made = await request.mutateAsync({ params: { token }, body: { firstName, lastName, password } });
    alerts.success(says('register.success'));
    login(made.token, made.newUser);
    await navigate(paths.channel(made.workspace._id, made.workspace.welcomeChannel), { replace: true });
  }

  return (
    <AuthPage
      title={t('title', { title: workspace.title })}
      lead={
        guest
          ? t('registerGuest', { name: fullName(invitedBy), date: formatDate(guest.endsAt) })
          : t('register', { name: fullName(invitedBy) })
      }
      question={t('question')}
      link={t('ignore')}
      to={paths.login}
      form={element}
      onSubmit={submit}
      problem={problem ?? (request.isError ? failureMessage(request.error) : null)}
      submit={t('create')}
    >
      <AccountFields email={email} emailLabel={t('email')} controlOf={controlOf} />
    </AuthPage>
  );
}
