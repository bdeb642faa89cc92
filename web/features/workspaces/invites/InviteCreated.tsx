import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { inviteDuration } from '@palabre/common/rules/workspaces/invites.ts';
import Copy from 'lucide-react/icons/copy';
import { formatDateTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { copyAndSay } from '../../../ui/alerts/copy.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import s from './open/InviteModal.module.css';

/** Shows the code and the link of a new invitation, each with its copy button. */
export function InviteCreated({ invite }: { invite: Invite }) {
  const { t } = useTranslation('emailInvites');
  const until = Date.parse(invite.created_at) + inviteDuration(invite.time);

  return (
    <>
      <p className={s.done}>{t('modal.doneText', { count: invite.maxUses, date: formatDateTime(until) })}</p>
      <Field
        label={t('modal.code')}
        className={s.code}
        value={invite.inviteCode}
        readOnly
        onFocus={event => event.target.select()}
        end={
          <IconButton
            label={t('modal.copyCode')}
            onClick={() => void copyAndSay(invite.inviteCode, t('modal.codeCopied'))}
          >
            <Copy />
          </IconButton>
        }
      />
      <Field
        label={t('modal.link')}
        value={invite.inviteLink}
        readOnly
        onFocus={event => event.target.select()}
        end={
          <IconButton
            label={t('modal.copyLink')}
            onClick={() => void copyAndSay(invite.inviteLink, t('modal.linkCopied'))}
          >
            <Copy />
          </IconButton>
        }
      />
    </>
  );
}
