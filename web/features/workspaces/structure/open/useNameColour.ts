import { byRank } from '@palabre/common/permissions/facts.ts';
import { useMemo } from 'react';
import { useTheme } from '../../../../platform/theme.ts';
import { nameColour } from '../colour.ts';
import { useRoles } from './roles.queries.ts';

/**
 * Returns a function that adapts a colour to be readable on every surface of the current theme, including hovered
 * surfaces.
 */
export function useReadable(): (colour: string) => string | undefined {
  const theme = useTheme(state => state.theme);
  return useMemo(() => {
    // Surface of least contrast: the darkest of the light theme, the lightest of the dark theme.
    const token = theme === 'dark' ? '--raised' : '--sunken';
    const background = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
    return colour => nameColour(colour, background);
  }, [theme]);
}

/**
 * Returns the name colour of each user of a workspace, from their highest role; undefined for users without a coloured
 * role.
 */
export function useNameColours(workspaceId: string): (userId: string) => string | undefined {
  const { data: roles } = useRoles(workspaceId);
  const readable = useReadable();
  return useMemo(() => {
    const colours = new Map<string, string | undefined>();
    for (const role of [...(roles ?? [])].sort(byRank)) {
      for (const id of role.users) if (!colours.has(id)) colours.set(id, readable(role.color));
    }
    return id => colours.get(id);
  }, [roles, readable]);
}
