import { can } from '@palabre/common/permissions/can.ts';
import { usePlace } from '../../../../platform/place-settings.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** Tells whether the person may make workspaces, or societies; the server decides. */
export function useMayMake(what: 'workspace' | 'society'): boolean {
  const makers = usePlace(({ settings }) => settings?.[`${what}Makers`]) ?? 'everybody';
  const admin = useSession(({ user }) => user?.admin === true);
  return can.make({ admin }, makers);
}
