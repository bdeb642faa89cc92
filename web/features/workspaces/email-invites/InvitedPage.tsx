import type { ReceivedInvite } from '@palabre/common/contract/workspaces/email-invites.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { useSession } from '../../../platform/session/session.ts';
import { formatDate } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Spinner } from '../../../ui/marks/Spinner.tsx';
import { DoorIllustration, LostIllustration } from '../../../ui/pages/illustrations.tsx';
import { LonePage } from '../../../ui/pages/LonePage.tsx';
import { rememberWanted } from '../../people/users/open/session-flow.ts';
import { useFreshMe, useMe } from '../../people/users/open/users.queries.ts';
import { useEnterWorkspace } from '../structure/open/enter.ts';
import { useAcceptInvited, useReceivedInvite } from './email-invites.queries.ts';
import s from './InvitedPage.module.css';
import { RegisterInvited } from './RegisterInvited.tsx';
import './email-invites.texts.ts';

/**
 * Shows /invited/TOKEN, the link of an invitation by mail, with or without a session: « Rejoindre NOM ? », by making an
 * account, by signing in, or with the current session.
 */
export function InvitedPage() {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'page' });
  const { token = '' } = useParams();
  const { data: invite, error, refetch } = useReceivedInvite(token);
  // Read when the page opens: an account made here leads in at once.
  const [loggedIn] = useState(() => useSession.getState().token !== null);
  const title = invite && t('title', { title: invite.workspace.title });
  useTitle(title ?? t('tab'));

  if (invite && !loggedIn && !invite.hasAccount && !invite.mayRegister) return <NotHere invite={invite} />;
  if (invite && !loggedIn && !invite.hasAccount) return <RegisterInvited token={token} invite={invite} />;
  if (invite && !loggedIn) return <SignInFirst token={token} invite={invite} />;
  if (invite) return <Accept token={token} invite={invite} />;
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <LonePage
      illustration={<LostIllustration />}
      title={t(gone ? 'goneTitle' : 'failedTitle')}
      text={<span role="alert">{gone ? t('gone') : failureMessage(error)}</span>}
      action={
        gone ? (
          <Button asChild>
            <Link to={paths.root}>{t(loggedIn ? 'toWorkspaces' : 'toStart')}</Link>
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        )
      }
      waiting={
        !error && (
          <p className={s.waiting}>
            <Spinner size={22} label={null} />
            <span role="status">{t('reading')}</span>
          </p>
        )
      }
    />
  );
}

interface OfInvite {
  token: string;
  invite: ReceivedInvite;
}

/** Tells people without an account, who may not make one by an invitation, where to ask for one. */
function NotHere({ invite }: Pick<OfInvite, 'invite'>) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'page' });
  return (
    <LonePage
      illustration={<DoorIllustration />}
      title={t('title', { title: invite.workspace.title })}
      text={t('noAccount', { name: fullName(invite.invitedBy) })}
      action={
        <Button asChild>
          <Link to={paths.register}>{t('toRegister')}</Link>
        </Button>
      }
    />
  );
}

/** Asks the person of an address that has an account to sign in, and comes back. */
function SignInFirst({ token, invite }: OfInvite) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'page' });
  const navigate = useNavigate();
  const { email, invitedBy, workspace } = invite;
  return (
    <LonePage
      illustration={<DoorIllustration />}
      title={t('title', { title: workspace.title })}
      text={t('signIn', { name: fullName(invitedBy), email })}
      action={
        <Button
          onClick={() => {
            rememberWanted(paths.invited(token));
            void navigate(paths.login);
          }}
        >
          {t('toLogin')}
        </Button>
      }
    />
  );
}

/** Lets a user signed in with the invited address join; tells a user signed in with another address so. */
function Accept({ token, invite }: OfInvite) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'page' });
  useFreshMe();
  const me = useMe();
  const accept = useAcceptInvited();
  const enter = useEnterWorkspace();
  const { email, invitedBy, workspace, guest } = invite;
  const isTheirs = me?.email === email;
  const name = fullName(invitedBy);

  async function join() {
    const joined = await accept.mutateAsync(token).catch(() => null);
    // A refusal shows its own alert.
    if (!joined) return;
    alerts.success(joined.message);
    await enter(joined.workspace);
  }

  const toWorkspaces = <Link to={paths.workspaces}>{t(isTheirs ? 'notNow' : 'toWorkspaces')}</Link>;
  return (
    <LonePage
      illustration={<DoorIllustration />}
      title={t('title', { title: workspace.title })}
      text={
        isTheirs
          ? t(guest ? 'acceptGuest' : 'accept', { name, email, date: guest && formatDate(guest.endsAt) })
          : t('other', { name, email, mine: me?.email ?? '' })
      }
      action={
        isTheirs ? (
          <Button loading={accept.isPending} onClick={() => void join()}>
            {t('join')}
          </Button>
        ) : (
          <Button asChild>{toWorkspaces}</Button>
        )
      }
      other={
        isTheirs && (
          <Button variant="ghost" asChild>
            {toWorkspaces}
          </Button>
        )
      }
      waiting={
        me?.email === undefined && (
          <p className={s.waiting}>
            <Spinner size={22} label={null} />
            <span role="status">{t('reading')}</span>
          </p>
        )
      }
    />
  );
}
