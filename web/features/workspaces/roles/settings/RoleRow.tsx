import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import Lock from 'lucide-react/icons/lock';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
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
  onEdit: () => void;
  onAccess: () => void;
  onRemove: () => void;
}

/** Shows a role: coloured name, rank, badges and actions. */
export function RoleRow({ role, rank, channel, locked, lastCreator, onEdit, onAccess, onRemove }: RoleRowProps) {
  const { t } = useTranslation('roles');
  const readable = useReadable();
  const { name, color, users, addChannels, canKick, creator } = role;
  const labelOf = (action: string) => t('of', { action, name });
  const badges = [addChannels && t('addChannels'), canKick && t('canKick'), creator && t('creator')].filter(
    label => label !== false,
  );
  return (
    <div className={s.row}>
      <div className={s.texts}>
        <div className={s.line}>
          <span className={s.title}>
            <span className={s.dot} style={{ background: color }} aria-hidden="true" />
            <span className={s.name} dir="auto" style={{ color: readable(color) }}>
              {name}
            </span>
          </span>
          {badges.length > 0 && (
            <ul className={s.badges} aria-label={t('badges')}>
              {badges.map(label => (
                <li key={label}>
                  <Tag tone="brand">{label}</Tag>
                </li>
              ))}
            </ul>
          )}
        </div>
        <p className={s.about}>
          {t('rank', { rank })} · {t('holders', { count: users.length })}
          {channel !== undefined && ` · ${t('keptBy', { title: channel })}`}
        </p>
      </div>
      {locked ? (
        <p className={s.locked}>
          <Lock aria-hidden="true" />
          {t('locked')}
        </p>
      ) : (
        <div className={s.actions}>
          <Button size="sm" variant="soft" icon={<Users />} aria-label={labelOf(t('access'))} onClick={onAccess}>
            {t('access')}
          </Button>
          <Button size="sm" variant="secondary" icon={<Pencil />} aria-label={labelOf(t('edit'))} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button
            size="sm"
            variant="danger-ghost"
            icon={<Trash2 />}
            aria-label={labelOf(t('remove'))}
            title={lastCreator ? t('lastCreator') : undefined}
            disabled={lastCreator}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </div>
      )}
    </div>
  );
}
