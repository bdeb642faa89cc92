import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import UserCheck from 'lucide-react/icons/user-check';
import { useId } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { Row } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { useBanned, useUnban } from '../open/members.queries.ts';
import s from './Members.module.css';

/** Lists the banned people, with « Débannir ». The workspace holds their ids only; their profiles are fetched. */
export function BannedList({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('settings');
  const heading = useId();
  const bans = useWorkspace(workspaceId).data?.bans;
  const { data: users, isError, refetch } = useBanned(workspaceId);
  const unban = useUnban(workspaceId);

  async function ask(user: PublicUser) {
    const name = fullName(user);
    const sure = await confirm({
      title: t('members.unbanTitle', { name }),
      text: t('members.unbanText'),
      confirmLabel: t('members.unban'),
    });
    if (!sure) return;
    try {
      alerts.success((await unban.mutateAsync(user._id)).message);
    } catch (cause) {
      tellFailure(cause, t('members.unbanFailed'));
    }
  }

  const rowOf = (user: PublicUser) => {
    const { _id: id, firstName, lastName, email, avatar } = user;
    const name = fullName(user);
    return (
      <Row
        face={<Avatar id={id} firstName={firstName} lastName={lastName} src={avatar} size={36} />}
        title={name}
        name={name}
        text={email}
        actions={[
          {
            ...{ label: t('members.unban'), name: t('members.unbanName', { name }), icon: <UserCheck /> },
            loading: unban.isPending && unban.variables === id,
            onSelect: () => void ask(user),
          },
        ]}
      />
    );
  };
  return (
    <section className={s.banned} aria-labelledby={heading}>
      <h2 className={s.heading} id={heading}>
        {t('members.bannedHeading')}
      </h2>
      <Listed
        count={users?.length}
        failed={{ title: t('members.bannedFailed'), isError, retry: refetch }}
        empty={t('members.bannedEmpty')}
        ghosts={bans?.length || 1}
      >
        <Rows label={t('members.bannedHeading')} items={users ?? []} idOf={user => user._id}>
          {rowOf}
        </Rows>
      </Listed>
    </section>
  );
}
