import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { inviteDuration, inviteExpired, inviteUsedUp } from '@palabre/common/rules/workspaces/invites.ts';
import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import { formatDateTime, formatNumber } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { copyAndSay } from '../../../../ui/alerts/copy.ts';
import { cx } from '../../../../ui/cx.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { rowShade } from '../../../../ui/lists/Row.tsx';
import { quietAction, RowActions } from '../../../../ui/lists/RowActions.tsx';
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

  return (
    <tr className={cx(s.row, rowShade)} data-expired={expired || undefined}>
      <td data-cell="date">{formatDateTime(invite.created_at)}</td>
      <td data-cell="uses" data-full={inviteUsedUp(invite) || undefined}>
        <span className={s.label}>{t('invites.uses')} </span>
        {formatNumber(uses)}/{formatNumber(invite.maxUses)}
      </td>
      <td data-cell="status">
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
      <td data-cell="code">
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
                className={quietAction}
                size="sm"
                variant="ghost"
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
      <td data-cell="actions">
        <RowActions
          of={t('invites.of', { date: formatDateTime(invite.created_at) })}
          actions={[
            {
              ...{ label: t('invites.copy'), name: t('invites.copy'), icon: <Copy /> },
              onSelect: () => void copyAndSay(invite.inviteCode, t('invites.copied')),
            },
            {
              ...{ label: t('invites.remove'), name: t('invites.remove'), icon: <Trash2 /> },
              ...{ danger: true, loading: removing, onSelect: onRemove },
            },
          ]}
        />
      </td>
    </tr>
  );
}
