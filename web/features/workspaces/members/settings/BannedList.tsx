import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useEffect, useId } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Card } from '../../../../ui/pages/Section.tsx';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { useBanned, useUnban } from '../open/members.queries.ts';
import s from './Members.module.css';

/** Lists the banned people, with « Débannir ». The workspace holds their ids only; their profiles are fetched. */
export function BannedList({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('settings');
  const heading = useId();
  const bans = useWorkspace(workspaceId).data?.bans;
  const { data: users, refetch } = useBanned(workspaceId);
  const unban = useUnban(workspaceId);
  const told = bans && [...bans].sort().join();

  useEffect(() => {
    // A user who lost the right gets no ids any more, and a refetch would be refused.
    if (told !== undefined) void refetch();
  }, [told, refetch]);

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

  return (
    <section className={s.banned} aria-labelledby={heading}>
      <h2 className={s.heading} id={heading}>
        {t('members.bannedHeading')}
      </h2>
      <Card>
        {users?.length === 0 && <p className={s.nobody}>{t('members.bannedEmpty')}</p>}
        {users && users.length > 0 && (
          <ul className={s.bannedList} aria-labelledby={heading}>
            {users.map(user => (
              <li key={user._id} className={s.bannedRow}>
                <Avatar id={user._id} firstName={user.firstName} lastName={user.lastName} src={user.avatar} size={32} />
                <span className={s.bannedName} dir="auto">
                  {fullName(user)}
                </span>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('members.unbanName', { name: fullName(user) })}
                  loading={unban.isPending && unban.variables === user._id}
                  onClick={() => void ask(user)}
                >
                  {t('members.unban')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
