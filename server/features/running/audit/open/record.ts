import type { AuditAction, AuditChange } from '@palabre/common/rules/running/audit.ts';
import type { Work } from '../../../../platform/work.ts';
import { insertEntries, insertEntry } from '../audit.store.ts';

/** Named thing, with its present name. */
interface Called {
  id: string;
  name: string;
}

/** Act to write in the audit log. */
export interface Done {
  action: AuditAction;
  /** Actor; null for a command on the server. */
  actorId: string | null;
  /** Target, if it is a person, whose name is read from the database. */
  person?: string;
  /** Target, if it is anything else. */
  target?: Called | { id: null; name: string };
  /** Workspace or society of the act. */
  where?: Called;
  /** Parts of the target that changed. */
  changes?: readonly AuditChange[];
  /** Reason given by the actor, if any. */
  reason?: string | undefined;
}

/** API of the audit log for all features: `audit.record(work, { … })`. */
export const audit = {
  /**
   * Writes a line in the transaction of its act, so that both exist or neither. Call it before deleting the people it
   * names: it reads their names.
   */
  async record({ db }: Pick<Work, 'db'>, done: Done): Promise<void> {
    await insertEntry(db, done);
  },

  /** Writes a line for each of several targets, as `record` does. */
  async recordEach(
    { db }: Pick<Work, 'db'>,
    done: Omit<Done, 'person' | 'target' | 'changes'>,
    targets: readonly Called[],
  ): Promise<void> {
    await insertEntries(db, done, targets);
  },

  /** Lists the fields that a request body changes, in words of the audit log. */
  changes<B extends object>(body: B, words: { readonly [K in keyof B]?: AuditChange }): AuditChange[] {
    const named = Object.entries(words) as [keyof B, AuditChange][];
    return [...new Set(named.flatMap(([field, word]) => (body[field] === undefined ? [] : [word])))];
  },
};

/** Names a workspace for the audit log. */
export const placed = ({ id, title }: { id: string; title: string }): Called => ({ id, name: title });
