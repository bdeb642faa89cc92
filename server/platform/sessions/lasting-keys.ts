import type { Database } from '../postgres/db.ts';
import { lockSecretInUse, type SecretInUse, writeSecretInUse } from './secret-in-use.store.ts';
import type { Secrets } from './secrets.ts';

/** Uses whose signatures outlive every secret: GIFs in messages, and unsubscribe links in mails. */
const lastingUses = ['gif media', 'mail link'] as const;
type LastingUse = (typeof lastingUses)[number];

/** Keys derived from replaced secrets, in base64, the newest first. */
type OlderKeys = Partial<Record<LastingUse, string[]>>;

const ofOlderKeys = 'lasting keys';

/** Returns the marks that identify secrets, the current one's first. */
export const marksOf = (secrets: Secrets) => secrets.keysOf('mark of the secret');

/**
 * Keys of long-lived signatures. Keys derived from replaced secrets are stored in the database, sealed by the current
 * secret: once a server has started with both secrets, these uses no longer need the older one (decision 0081).
 */
export class LastingKeys {
  private settled: Promise<OlderKeys> | undefined;

  constructor(
    private readonly database: Pick<Database, 'kysely'>,
    private readonly secrets: Secrets,
  ) {}

  /** Returns the key that signs for a use. */
  own(use: LastingUse): Buffer {
    return this.secrets.keysOf(use)[0];
  }

  /** Returns all keys that verify signatures of a use. */
  async all(use: LastingUse): Promise<readonly Buffer[]> {
    const older = (await this.settle())[use] ?? [];
    return [this.own(use), ...older.map(key => Buffer.from(key, 'base64'))];
  }

  /**
   * Records the current secret and, if it replaced another that is still configured, stores that one's keys. Called at
   * the start; if the database is away, the next caller that needs keys retries.
   */
  settle(): Promise<OlderKeys> {
    this.settled ??= this.read().catch(error => {
      this.settled = undefined;
      throw error;
    });
    return this.settled;
  }

  private read(): Promise<OlderKeys> {
    return this.database.kysely.transaction().execute(async db => {
      const before = await lockSecretInUse(db);
      const { after, keys } = this.settledFrom(before);
      if (after) await writeSecretInUse(db, after);
      return keys;
    });
  }

  /** Returns the older keys, and the record to write, if any. */
  private settledFrom(before: SecretInUse | undefined): { after?: SecretInUse; keys: OlderKeys } {
    const [mark, markOfOlder] = marksOf(this.secrets);
    const isSame = before?.mark.equals(mark) ?? false;
    const markBefore = (isSame ? before?.markBefore : (before?.mark ?? markOfOlder)) ?? null;
    const since = isSame || (!before && !markBefore) ? (before?.since ?? null) : new Date();

    const opened = before?.olderKeys ? this.secrets.open(ofOlderKeys, before.olderKeys) : null;
    const kept: OlderKeys = opened ? JSON.parse(opened.text) : {};
    // A secret that was never in use has signed nothing.
    const isOlder = markOfOlder && markBefore?.equals(markOfOlder);
    const keys = isOlder ? this.withOlder(kept) : kept;
    const isChanged = JSON.stringify(keys) !== JSON.stringify(kept);
    if (isSame && !isChanged && !opened?.byOlder) return { keys };

    // Keys that neither secret can open stay as they are: the secret that opens them may still be configured.
    const isReadable = opened !== null || isChanged;
    const olderKeys = isReadable ? this.secrets.seal(ofOlderKeys, JSON.stringify(keys)) : (before?.olderKeys ?? null);
    return { after: { mark, markBefore, since, olderKeys }, keys };
  }

  private withOlder(kept: OlderKeys): OlderKeys {
    return Object.fromEntries(
      lastingUses.map(use => {
        const [, older] = this.secrets.keysOf(use).map(key => key.toString('base64'));
        return [use, [...new Set([...(older ? [older] : []), ...(kept[use] ?? [])])]];
      }),
    );
  }
}
