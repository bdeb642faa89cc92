import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../harness.ts';

/** Suspends a person, restores them, and carries out their departure. */
export function leavings(
  person: (kind: 'administrator' | 'member' | 'outsider') => Person,
  leaverId: () => string,
): (() => Promise<unknown>)[] {
  const { suspend, restore, depart } = api.administration;
  return [
    () => person('administrator').ok(suspend, { params: { id: leaverId() } }),
    () => person('administrator').ok(restore, { params: { id: leaverId() } }),
    () => {
      const body = { heirId: person('member').id, deputyId: person('outsider').id, leaves: true };
      return person('administrator').ok(depart, { params: { id: leaverId() }, body });
    },
  ];
}
