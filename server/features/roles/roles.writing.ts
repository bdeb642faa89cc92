import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '@palabre/common/contract/roles.ts';
import { Written } from '../../platform/http/answers.ts';
import { atPlaces } from './roles.openings.store.ts';
import type { CompactRole, CompactRoles } from './roles.store.ts';

/** Separates ids in a list of people. */
const idsOf = (people: string): string[] => (people === '' ? [] : people.split(','));

/** Roles are written for so long at a time: others are answered in between. */
const writesForMs = 4;

/**
 * Writes a list of roles. A workspace may have 250, which each open 500 channels: what many roles open alike is listed
 * once, and V8 writes those lists, which the function compiled from the schema takes four times as long for.
 */
export async function writeRoles({ channels, roles }: CompactRoles): Promise<Written<{ roles: Role[] }>> {
  const known = new Map<string, string[]>();
  const listOf = (places: string): string[] => {
    const list = known.get(places) ?? atPlaces(places, channels);
    known.set(places, list);
    return list;
  };
  const role = ({ users, visible, writable, ...fields }: CompactRole): Role => ({
    ...fields,
    users: idsOf(users),
    visibleChannels: listOf(visible),
    writableChannels: listOf(writable),
  });
  const written: string[] = [];
  let since = performance.now();
  for (const one of roles) {
    written.push(JSON.stringify(role(one)));
    if (performance.now() - since < writesForMs) continue;
    await nextTurn();
    since = performance.now();
  }
  return new Written(`{"roles":[${written.join()}]}`);
}
