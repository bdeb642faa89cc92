import { api } from '@palabre/common/contract/index.ts';
import type { Society, societyActions } from '@palabre/common/contract/societies.ts';
import type { Membership } from '@palabre/common/rules/society-membership.ts';
import type { Person } from '../harness.ts';

/** Action of PUT /society/:id. */
export type Action = (typeof societyActions)[number];

/** Creates a society as its owner. */
export const found = async (owner: Person, name = 'Atelier Tilleul'): Promise<Society> =>
  (await owner.ok(api.societies.create, { body: { name } })).society;

/** Runs an action in a society, on a person if given. */
export const act = (by: Person, { _id }: { _id: string }, action: Action, target?: { id: string }) =>
  by.call(api.societies.update, {
    params: { id: _id },
    body: { action, ...(target && { targetUserId: target.id }) },
  });

/** Lets people into a society, with the given standing. */
export async function admit(
  owner: Person,
  society: Society,
  wanted: Exclude<Membership, 'none'>,
  ...people: Person[]
): Promise<void> {
  for (const person of people) {
    await act(person, society, 'join');
    if (wanted !== 'pending') await act(owner, society, 'accept', person);
    if (wanted === 'owner') await act(owner, society, 'addOwner', person);
  }
}

/** Lists every act of a society's life, in an order in which each finds its preconditions. */
export function lifeOfASociety(
  person: (kind: 'member' | 'outsider' | 'removed' | 'elsewhere') => Person,
  word: (what: string) => string,
): (() => Promise<unknown>)[] {
  let society: Society;
  const run = (body: { name: string } | { action: 'addWhitelist'; email: string }) =>
    person('member').ok(api.societies.update, { params: { id: society._id }, body });
  return [
    async () => {
      society = await found(person('member'), word('société'));
    },
    () => act(person('outsider'), society, 'join'),
    () => act(person('removed'), society, 'join'),
    () => act(person('member'), society, 'decline', person('removed')),
    () => act(person('member'), society, 'accept', person('outsider')),
    () => act(person('elsewhere'), society, 'join'),
    () => act(person('elsewhere'), society, 'removePendingUser'),
    () => run({ action: 'addWhitelist', email: `${word('liste')}@exemple.fr` }),
    () => act(person('member'), society, 'addOwner', person('outsider')),
    () => run({ name: word('société') }),
    () => act(person('outsider'), society, 'leave'),
    () => run({ name: word('société') }),
    () => person('member').ok(api.societies.remove, { params: { id: society._id } }),
  ];
}
