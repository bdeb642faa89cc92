import type { Access } from '@palabre/common/contract/define.ts';
import type { Db } from '../postgres/db.ts';
import type { Turns } from '../realtime/turns.ts';
import type { Actor } from '../sessions/session.ts';
import { mayChangeConversation } from './access.conversations.ts';
import { type Input, idOf } from './access.input.ts';
import { findChannel, findOwnWorkspace } from './access.records.ts';
import { isSociety } from './access.societies.ts';
import { mayChange } from './access.workspaces.ts';

/** The part of `access.ts` that says for what a change waits before it has a connection. */

/** Whether an id is of something that one may change, or ask to: lines are by id, whatever it is of. */
const mayWait = {
  discoverable: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'members'),
  joinable: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'who may join'),
  member: (db: Db, actor: Actor, id: string) => mayChange(db, actor, id, 'members'),
  conversation: mayChangeConversation,
  society: isSociety,
  societyMember: isSociety,
};

/**
 * The workspace, conversation or society that a change is to wait for: what loading its endpoint's record would lock.
 * Undefined when there is none, or none that this person may change something in: they wait for nobody there, and nobody
 * for them.
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
    case 'discoverable':
    case 'joinable':
    case 'member':
    case 'conversation':
    case 'society':
    case 'societyMember': {
      const id = idOf(access, input);
      // Where nobody is in line there is nothing to wait for: rights are read with the record, as everywhere.
      return locked.isFree(id) || (await mayWait[access.kind](db, actor, id)) ? id : undefined;
    }
    default:
      return undefined;
  }
}
