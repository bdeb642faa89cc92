import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { Written } from '../../../../platform/http/answers.ts';
import { Shared } from '../../../../platform/pacing/shared.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { atPlaces } from '../../structure/open/roles.openings.store.ts';
import { type CompactRole, type CompactRoles, readRoles, readRolesOf } from '../../structure/open/roles.store.ts';

/** Splits a comma-separated list of user ids. */
const idsOf = (people: string): string[] => (people === '' ? [] : people.split(','));

/** Longest slice of serializing roles before other requests get a turn. */
const writesForMs = 4;

/**
 * Writes a list of roles as JSON. A workspace may have 250 roles that open 500 channels each: equal lists of channels
 * are made once, and JSON.stringify writes them four times as fast as the function compiled from the schema.
 */
async function writeRoles({ channels, roles }: CompactRoles): Promise<Written<{ roles: Role[] }>> {
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

const lists = new Shared<Written<{ roles: Role[] }>>();

/**
 * Reads and serializes the roles of a workspace once for all concurrent requests of people with the same view of it.
 */
export function rolesAs(db: Db, workspaceId: string, me: MemberFacts): Promise<Written<{ roles: Role[] }>> {
  const seen = me.isOwner ? 'all' : [...new Set(me.roles.flatMap(role => role.visibleChannels))].sort().join();
  return lists.get(`${workspaceId} ${seen}`, async () => writeRoles(await readRoles(db, workspaceId, me)));
}

/** Reads the roles that a person has in a workspace, in their own view. */
export async function rolesOf(db: Db, workspaceId: string, me: MemberFacts): Promise<Written<{ roles: Role[] }>> {
  return writeRoles(await readRolesOf(db, workspaceId, me));
}
