import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Row, RowIcon, RowLocked } from '../../../../ui/lists/Row.tsx';
import type { RowAction } from '../../../../ui/lists/RowActions.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { useReadable } from '../../structure/open/useNameColour.ts';
import s from './Roles.module.css';

interface RoleRowProps {
  role: Role;
  /** Position in the list as shown. */
  rank: number;
  /** Title of the private channel whose admissions the role holds, if the user sees that channel. */
  channel: string | undefined;
  /** Whether the role's rank is above the user's. */
  locked: boolean;
  lastCreator: boolean;
  /** Moves that stand in the row's menu. */
  moves: readonly RowAction[];
  onEdit: () => void;
  onAccess: () => void;
  onRemove: () => void;
}

/** Shows a role: coloured name, rank, badges and actions. */
export function RoleRow(props: RoleRowProps) {
  const { role, rank, channel, locked, lastCreator, moves, onEdit, onAccess, onRemove } = props;
  const { t } = useTranslation('roles');
  const readable = useReadable();
  const { name, color, users, addChannels, canKick, creator } = role;
  const labelOf = (action: string) => t('of', { action, name });
  const badges = [addChannels && t('addChannels'), canKick && t('canKick'), creator && t('creator')].filter(
    label => label !== false,
  );
  return (
    <Row
      face={
        <RowIcon colour={color}>
          <span className={s.dot} style={{ background: color }} />
        </RowIcon>
      }
      name={name}
      title={name}
      colour={readable(color)}
      marks={
        badges.length > 0 && (
          <ul className={s.badges} aria-label={t('badges')}>
            {badges.map(label => (
              <li key={label}>
                <Tag tone="brand">{label}</Tag>
              </li>
            ))}
          </ul>
        )
      }
      text={
        <>
          {t('rank', { rank })} · {t('holders', { count: users.length })}
          {channel !== undefined && ` · ${t('keptBy', { title: channel })}`}
        </>
      }
      aside={locked && <RowLocked>{t('locked')}</RowLocked>}
      actions={
        locked
          ? []
          : [
              { label: t('access'), name: labelOf(t('access')), icon: <Users />, onSelect: onAccess },
              { label: t('edit'), name: labelOf(t('edit')), icon: <Pencil />, onSelect: onEdit },
              ...moves,
              {
                ...{ label: t('remove'), name: labelOf(t('remove')), icon: <Trash2 />, danger: true },
                ...{ disabled: lastCreator, reason: lastCreator ? t('lastCreator') : undefined, onSelect: onRemove },
              },
            ]
      }
    />
  );
}
