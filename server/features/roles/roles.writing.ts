import type { Role } from '@palabre/common/contract/roles.ts';
import { Written } from '../../platform/http/answers.ts';
import { atPlaces } from './roles.openings.store.ts';
import type { CompactRole, CompactRoles } from './roles.store.ts';

/**
 * Writes a list of roles. A workspace may have 250, which each open 500 channels: made of arrays and written field by
 * field, that would keep everybody else waiting. What many roles open alike is written once.
 */
export function writeRoles({ channels, roles }: CompactRoles): Written<{ roles: Role[] }> {
  const quoted = channels.map(id => `"${id}"`);
  const known = new Map<string, string>();
  const listOf = (places: string): string => {
    const list = known.get(places) ?? atPlaces(places, quoted).join();
    known.set(places, list);
    return list;
  };
  const write = ({ users, visible, writable, ...fields }: CompactRole): string => {
    const people = users === '' ? '' : `"${users.replaceAll(',', '","')}"`;
    const lists = `"users":[${people}],"visibleChannels":[${listOf(visible)}],"writableChannels":[${listOf(writable)}]`;
    return `${JSON.stringify(fields).slice(0, -1)},${lists}}`;
  };
  return new Written(`{"roles":[${roles.map(write).join()}]}`);
}
