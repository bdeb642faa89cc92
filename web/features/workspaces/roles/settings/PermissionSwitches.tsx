import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { usePermissions } from '../../structure/open/roles.queries.ts';
import s from './RoleDialogs.module.css';

/** The rights that are on or off; those about channels have their own tab. */
const flags = ['addChannels', 'canKick', 'creator'] as const;
export type Flag = (typeof flags)[number];
export type Flags = Pick<Role, Flag>;

interface PermissionSwitchesProps {
  value: Flags;
  onChange: (flag: Flag, on: boolean) => void;
  /** The workspace's last creator role stays one. */
  lastCreator?: boolean;
}

/** What a role lets its holders do, in the words of the server. */
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
