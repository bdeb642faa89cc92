import { limits } from '@palabre/common/contract/fields.ts';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { inviteDuration, inviteExpired, inviteUsedUp } from '@palabre/common/rules/workspaces/invites.ts';
import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import { copyText } from '../../../../platform/device/clipboard.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { formatDateTime, formatNumber } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import s from './Invites.module.css';

interface InviteRowProps {
  invite: Invite;
  /** Current time, in milliseconds. */
  now: number;
  removing: boolean;
  onRemove: () => void;
}

/** Shows an invitation; its code stays blurred until « Voir ». */
export function InviteRow({ invite, now, removing, onRemove }: InviteRowProps) {
  const { t } = useTranslation('settings');
  const [seen, setSeen] = useState(false);
  const code = useRef<HTMLElement>(null);
  const expired = inviteExpired(invite, now);
  const uses = invite.users.length;

  async function copy() {
    try {
      await copyText(invite.inviteCode);
      alerts.info(t('invites.copied'));
    } catch (cause) {
      logFailure('The code could not be copied', cause);
    }
  }

  return (
    <tr className={s.row} data-expired={expired || undefined}>
      <td data-label={t('invites.createdAt')}>{formatDateTime(invite.created_at)}</td>
      <td data-label={t('invites.uses')} data-full={inviteUsedUp(uses) || undefined}>
        {formatNumber(uses)}/{formatNumber(limits.inviteUses)}
      </td>
      <td data-label={t('invites.status')}>
        <span
          title={
            expired
              ? undefined
              : t('invites.expires', {
                  date: formatDateTime(Date.parse(invite.created_at) + inviteDuration(invite.time)),
                })
          }
        >
          <Tag tone={expired ? 'neutral' : 'brand'}>{t(expired ? 'invites.expired' : 'invites.active')}</Tag>
        </span>
      </td>
      <td data-label={t('invites.code')}>
        <span className={s.code}>
          {seen ? (
            <code ref={code} tabIndex={-1}>
              {invite.inviteCode}
            </code>
          ) : (
            <>
              <code className={s.blurred} role="img" aria-label={t('invites.hidden')}>
                ••••••••
              </code>
              <Button
                size="sm"
                variant="soft"
                icon={<Eye />}
                onClick={() => {
                  setSeen(true);
                  requestAnimationFrame(() => code.current?.focus());
                }}
              >
                {t('invites.show')}
              </Button>
            </>
          )}
        </span>
      </td>
      <td data-label={t('invites.action')}>
        <span className={s.actions}>
          <Button size="sm" variant="secondary" icon={<Copy />} onClick={() => void copy()}>
            {t('invites.copy')}
          </Button>
          <Button size="sm" variant="danger-ghost" icon={<Trash2 />} loading={removing} onClick={onRemove}>
            {t('invites.remove')}
          </Button>
        </span>
      </td>
    </tr>
  );
}
