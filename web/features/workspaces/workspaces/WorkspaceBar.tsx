import { Link, useLocation } from 'react-router';
import { addressParts, paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { UnreadSign } from '../../reading/unread/open/UnreadSign.tsx';
import { useTotals } from '../../reading/unread/open/unread.queries.ts';
import { useMyWorkspaces } from '../structure/open/workspaces.queries.ts';
import s from './WorkspaceBar.module.css';

/** Sides of an icon, in pixels. */
const sizes = { down: 60, across: 48 } as const;

interface WorkspaceBarProps {
  /** Whether the icons stand in a row, above the channels that they lead to: a phone's bar. */
  across?: boolean;
}

/** Shows one icon for each of the user's workspaces, in the order of joining, as one tab stop. */
export function WorkspaceBar({ across = false }: WorkspaceBarProps) {
  const { t } = useTranslation('workspaces');
  const { data, isPending } = useMyWorkspaces();
  const totals = useTotals();
  const { workspaceId } = addressParts(useLocation().pathname);
  const roving = useRoving(data?.map(({ _id }) => _id) ?? [], workspaceId, across);
  const size = across ? sizes.across : sizes.down;
  const look = cx(s.list, across && s.across);

  if (isPending) {
    return (
      <SkeletonGroup className={look}>
        <Skeleton width={size} height={size} radius={18} />
        <Skeleton width={size} height={size} radius={18} />
      </SkeletonGroup>
    );
  }
  if (!data) return null;
  if (data.length === 0) return <p className={s.empty}>{t('bar.empty')}</p>;
  return (
    <ul className={look} {...roving.list}>
      {data.map(({ _id, title, logo, welcomeChannel }) => (
        <li key={_id}>
          <Tooltip label={title} side="right" disabled={across}>
            <Link
              to={across ? paths.workspace(_id) : paths.channel(_id, welcomeChannel)}
              className={s.icon}
              aria-label={title}
              aria-current={_id === workspaceId ? 'page' : undefined}
              {...roving.item(_id)}
            >
              <Avatar id={_id} title={title} src={logo} size={size} />
              <UnreadSign {...totals.of(_id)} kind="mentions" />
            </Link>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
