import { Link, useLocation } from 'react-router';
import { addressParts, paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { UnreadSign } from '../../reading/unread/open/UnreadSign.tsx';
import { useTotals } from '../../reading/unread/open/unread.queries.ts';
import { useMyWorkspaces } from '../structure/open/workspaces.queries.ts';
import s from './WorkspaceBar.module.css';

/** Shows one icon for each of the user's workspaces, in the order of joining, as one tab stop. */
export function WorkspaceBar({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('workspaces');
  const { data, isPending } = useMyWorkspaces();
  const totals = useTotals();
  const { workspaceId } = addressParts(useLocation().pathname);
  const roving = useRoving(data?.map(({ _id }) => _id) ?? [], workspaceId);

  if (isPending) {
    return (
      <SkeletonGroup className={s.list}>
        <Skeleton width={60} height={60} radius={18} />
        <Skeleton width={60} height={60} radius={18} />
      </SkeletonGroup>
    );
  }
  if (!data) return null;
  if (data.length === 0) return <p className={s.empty}>{t('bar.empty')}</p>;
  return (
    <ul className={s.list} {...roving.list}>
      {data.map(({ _id, title, logo, welcomeChannel }) => (
        <li key={_id}>
          <Tooltip label={title} side="right">
            <Link
              to={paths.channel(_id, welcomeChannel)}
              className={s.icon}
              aria-label={title}
              aria-current={_id === workspaceId ? 'page' : undefined}
              onClick={onChoose}
              {...roving.item(_id)}
            >
              <Avatar id={_id} title={title} src={logo} size={60} />
              <UnreadSign {...totals.of(_id)} kind="mentions" />
            </Link>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
