import type { AuditAction, AuditChange } from '@palabre/common/rules/audit.ts';
import type { Work } from '../../../../platform/work.ts';
import { insertEntry } from '../audit.store.ts';

/** Something with a name, as it is called now. */
interface Called {
  id: string;
  name: string;
}

export interface Done {
  action: AuditAction;
  /** Who did it; null: a command on the server. */
  actorId: string | null;
  /** The person it is done to, whose name is read… */
  person?: string;
  /** …or whatever else it is done to. */
  target?: Called | { id: null; name: string };
  /** The workspace or society where. */
  where?: Called;
  /** What of it was changed. */
  changes?: readonly AuditChange[];
}

/** What whoever does something that the journal keeps says of it: `audit.record(work, { … })`. */
export const audit = {
  /**
   * Writes a line of the journal, in the transaction of what it tells: it is there if and only if that was done. Before
   * the people it names are deleted, since their names are read here.
   */
  async record({ db }: Pick<Work, 'db'>, done: Done): Promise<void> {
    await insertEntry(db, done);
  },

  /** Of what a body may change, what this one does, in the words of the journal. */
  changes<B extends object>(body: B, words: { readonly [K in keyof B]?: AuditChange }): AuditChange[] {
    const named = Object.entries(words) as [keyof B, AuditChange][];
    return [...new Set(named.flatMap(([field, word]) => (body[field] === undefined ? [] : [word])))];
  },
};

/** A workspace as the journal names it. */
export const placed = ({ id, title }: { id: string; title: string }): Called => ({ id, name: title });
