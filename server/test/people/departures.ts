import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../harness.ts';

/**
 * Acts around a person who is registered, talks with a member, is suspended and restored, and departs.
 * @param mention mentions the person once they are gone
 */
export function leavings(
  person: (kind: 'administrator' | 'member' | 'outsider') => Person,
  register: () => Promise<Person>,
  mention: (leaver: Person) => Promise<unknown>,
): (() => Promise<unknown>)[] {
  const { suspend, restore, depart } = api.administration;
  let leaver: Person;
  return [
    async () => {
      leaver = await register();
      await person('member').ok(api.conversations.create, { body: { users: [leaver.id] } });
    },
    () => person('administrator').ok(suspend, { params: { id: leaver.id } }),
    () => person('administrator').ok(restore, { params: { id: leaver.id } }),
    () => {
      const body = { heirId: person('member').id, deputyId: person('outsider').id, leaves: true };
      return person('administrator').ok(depart, { params: { id: leaver.id }, body });
    },
    () => mention(leaver),
  ];
}
