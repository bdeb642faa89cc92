import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Spinner } from '../../../ui/marks/Spinner.tsx';
import { DoorIllustration } from '../../../ui/pages/illustrations.tsx';
import { LonePage } from '../../../ui/pages/LonePage.tsx';
import { useEnterWorkspace } from '../structure/open/enter.ts';
import { inviteFailure } from './failure.ts';
import s from './InvitePage.module.css';
import { useAcceptInvite } from './invites.queries.ts';
import { useInviteCode } from './open/use-invite-code.ts';

/**
 * Shows /invite/CODE, the link of an invitation: joins its workspace, then enters it.
 * The invites feature is this page, the « Inviter un ami » dialog in `open/` and the invitation settings; requests are
 * in `invites.queries.ts`.
 */
export function InvitePage() {
  const { t } = useTranslation('invites');
  const { code = '' } = useParams();
  useTitle(t('page.title'));
  const { mutateAsync, error } = useAcceptInvite();
  const enter = useEnterWorkspace();
  const askCode = useInviteCode();
  const asked = useRef<string | null>(null);

  useEffect(() => {
    // Each use of an invitation is counted, so one visit sends one request, even in strict mode.
    if (asked.current === code) return;
    asked.current = code;
    mutateAsync(code)
      .then(async ({ workspace }) => {
        alerts.success(t('joined'));
        await enter(workspace);
      })
      .catch(() => null);
  }, [code, mutateAsync, enter, t]);

  return (
    <LonePage
      illustration={<DoorIllustration />}
      title={t('failedTitle')}
      text={error && <span role="alert">{inviteFailure(error)}</span>}
      action={
        <Button asChild>
          <Link to={paths.workspaces}>{t('page.toWorkspaces')}</Link>
        </Button>
      }
      other={
        <Button variant="ghost" onClick={askCode}>
          {t('page.otherCode')}
        </Button>
      }
      waiting={
        !error && (
          <p className={s.waiting}>
            <Spinner size={22} label={null} />
            <span role="status">{t('page.joining')}</span>
          </p>
        )
      }
    />
  );
}
