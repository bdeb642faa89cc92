import type { Access } from '@palabre/common/contract/define.ts';
import type { Db } from '../postgres/db.ts';
import type { Turns } from '../realtime/turns.ts';
import type { Actor } from '../sessions/session.ts';
import { mayChangeConversation } from './access.conversations.ts';
import { type Input, idOf } from './access.input.ts';
import { findChannel, findOwnWorkspace } from './access.records.ts';
import { isSociety } from './access.societies.ts';
import { mayChange } from './access.workspaces.ts';

/** Part of `access.ts`: names the lock that a change queues for before it takes a connection. */

/**
 * Checks by kind of access: may the person change the thing of this id, or ask to? Queues go by id, whatever its kind.
 */
const mayWait = {
  discoverable: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'members'),
  joinable: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'who may join'),
  member: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'members'),
  conversation: mayChangeConversation,
  society: isSociety,
  societyMember: isSociety,
};

/**
 * Returns the id of the workspace, conversation or society that loading the record of the endpoint would lock.
 * Undefined when there is none, or when the person may change nothing in it: such a request then neither queues nor
 * makes others queue.
 */
export async function lockedBy(
  access: Access,
  { db, actor, input, locked }: { db: Db; actor: Actor; input: Input; locked: Turns },
): Promise<string | undefined> {
  switch (access.kind) {
    case 'channel':
      return (await findChannel(db, actor.userId, idOf(access, input)))?.workspaceId;
    case 'role':
      return findOwnWorkspace(db, actor, 'roles', idOf(access, input));
    case 'invite':
      return findOwnWorkspace(db, actor, 'invites', idOf(access, input));
    case 'emailInvite':
      return findOwnWorkspace(db, actor, 'email_invites', idOf(access, input));
    case 'discoverable':
    case 'joinable':
    case 'member':
    case 'conversation':
    case 'society':
    case 'societyMember': {
      const id = idOf(access, input);
      // An empty queue needs no check: there is nothing to wait for, and rights are checked with the record as
      // everywhere.
      return locked.isFree(id) || (await mayWait[access.kind](db, actor, id)) ? id : undefined;
    }
    default:
      return undefined;
  }
}
