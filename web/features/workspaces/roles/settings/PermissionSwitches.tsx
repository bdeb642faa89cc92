import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { usePermissions } from '../../structure/open/roles.queries.ts';
import s from './RoleDialogs.module.css';

/** Boolean rights of a role; rights on channels have their own tab. */
const flags = ['addChannels', 'canKick', 'creator'] as const;

/** Name of a boolean right of a role. */
export type Flag = (typeof flags)[number];

/** Boolean rights of a role. */
export type Flags = Pick<Role, Flag>;

interface PermissionSwitchesProps {
  value: Flags;
  onChange: (flag: Flag, on: boolean) => void;
  /** Whether the role is the workspace's last creator role, which must keep that right. */
  lastCreator?: boolean;
}

/** Switches the rights of a role, labelled by the server. */
export function PermissionSwitches({ value, onChange, lastCreator }: PermissionSwitchesProps) {
  const { t } = useTranslation('roles');
  const { data: permissions } = usePermissions();
  if (!permissions) {
    return (
      <SkeletonGroup className={s.stack}>
        {flags.map(flag => (
          <Skeleton key={flag} height={40} />
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <div className={s.stack}>
      {flags.map(flag => {
        const words = permissions.find(permission => permission.key === flag);
        const kept = flag === 'creator' && lastCreator;
        return (
          words && (
            <Switch
              key={flag}
              label={words.label}
              hint={kept ? t('lastCreator') : words.description}
              checked={value[flag]}
              disabled={kept}
              onChange={on => onChange(flag, on)}
            />
          )
        );
      })}
    </div>
  );
}
