import type { EmailInvite } from '@palabre/common/contract/workspaces/email-invites.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Mail from 'lucide-react/icons/mail';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash';
import { formatDate } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { ListedWithin } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Row, RowIcon, RowNote } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { GuestTag } from '../../../../ui/marks/GuestTag.tsx';
import { Subject } from '../../../../ui/pages/Section.tsx';
import s from '../Addresses.module.css';
import { usePendingInvites, useSendAgain, useWithdraw } from '../email-invites.queries.ts';
import '../email-invites.texts.ts';

interface PendingInvitesProps {
  workspaceId: string;
  /** Whether to render nothing without pending invitations. */
  onlyIfAny?: boolean;
}

/** Shows the pending invitations by mail of a workspace, each with a button to send it again and one to withdraw it. */
export function PendingInvites({ workspaceId, onlyIfAny = false }: PendingInvitesProps) {
  const { t } = useTranslation('emailInvites', { keyPrefix: 'pending' });
  const { typed, setTyped, ...searched } = useTypedSearch();
  const { data, ...list } = usePendingInvites(workspaceId, searched);
  const again = useSendAgain();
  const withdraw = useWithdraw();

  async function askWithdraw({ _id: id, email }: EmailInvite) {
    const text = t('sureText', { email });
    const sure = await confirm({ title: t('sure'), text, confirmLabel: t('withdraw'), danger: true });
    // A refusal shows its own alert.
    if (sure) withdraw.mutate(id);
  }

  if (onlyIfAny && typed === '' && !data?.invites.length) return null;
  return (
    <div className={s.list}>
      <Subject
        heading={t('heading')}
        hint={t('lead')}
        end={
          <ListedWithin
            tools={
              (searched.search !== '' || typed !== '' || !list.isShort || (data?.invites.length ?? 0) > 10) && (
                <SearchField label={t('search')} value={typed} onChange={setTyped} />
              )
            }
            // The server sends no count; a single page holds all invitations.
            said={
              data && list.isShort && data.invites.length > 0 ? t('count', { count: data.invites.length }) : undefined
            }
            count={data?.invites.length}
            {...list.told(t('failed'))}
            empty={t(searched.search === '' ? 'empty' : 'noneFound')}
            ghosts={2}
          >
            <Rows label={t('list')} items={data?.invites ?? []} idOf={invite => invite._id}>
              {invite => (
                <Row
                  face={
                    <RowIcon>
                      <Mail />
                    </RowIcon>
                  }
                  title={invite.email}
                  name={invite.email}
                  marks={<GuestTag of={invite.guest && { guest: true }} />}
                  text={t('by', { name: fullName(invite.invitedBy), date: formatDate(invite.sentAt) })}
                  aside={
                    Date.parse(invite.expiresAt) < Date.now() ? (
                      <Tag>{t('expired')}</Tag>
                    ) : (
                      <RowNote>{t('until', { date: formatDate(invite.expiresAt) })}</RowNote>
                    )
                  }
                  actions={[
                    {
                      ...{ label: t('again'), name: t('againTo', { email: invite.email }), icon: <RotateCw /> },
                      loading: again.isPending && again.variables === invite._id,
                      onSelect: () =>
                        again.mutate(invite._id, { onSuccess: ({ message }) => void alerts.success(message) }),
                    },
                    {
                      ...{ label: t('withdraw'), name: t('withdrawFrom', { email: invite.email }), icon: <Trash2 /> },
                      ...{ danger: true, loading: withdraw.isPending && withdraw.variables === invite._id },
                      onSelect: () => void askWithdraw(invite),
                    },
                  ]}
                />
              )}
            </Rows>
          </ListedWithin>
        }
      />
      <Pager {...list.pager} count={data?.invites.length} />
    </div>
  );
}
