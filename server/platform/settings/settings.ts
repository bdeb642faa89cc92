import { limits } from '@palabre/common/contract/fields.ts';
import type { ChosenSettings, PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { paletteOf } from '@palabre/common/rules/running/accent.ts';
import type { Env } from '../../env.ts';
import type { Language } from '../http/errors.ts';
import type { Sender } from '../mail/letter.ts';
import type { Database } from '../postgres/db.ts';
import { alone, type Cluster } from '../processes/cluster.ts';
import { readSettings, type StoredSettings, unset } from './settings.store.ts';

/**
 * Settings that administrators chose for the whole installation (decision 0068), kept in this process and read again
 * after each change, in every process. `running/settings` changes them.
 */
export class Settings {
  /** Settings as they were last read; stale while `isFresh` is false. */
  private last: StoredSettings = { chosen: unset, version: 0, isSetUp: false };
  private isFresh = false;
  /** Number of changes observed: an earlier read may be stale. */
  private changes = 0;

  constructor(
    private readonly database: Pick<Database, 'kysely'>,
    private readonly env: Pick<Env, 'supportEmail' | 'publicUrl'>,
    private readonly cluster: Cluster = alone,
  ) {
    cluster.on('settingsChanged', () => this.forget());
    cluster.onMissed(() => this.forget());
  }

  /** Reads the chosen settings. May need a connection: never call it in a transaction. */
  async read(): Promise<StoredSettings> {
    if (this.isFresh && this.cluster.connected) return this.last;
    const { changes } = this;
    const read = await readSettings(this.database.kysely);
    if (changes === this.changes) {
      this.last = read;
      this.isFresh = true;
    }
    return read;
  }

  /** Reads the settings that everybody may know, with the defaults of those not chosen. */
  async shown(): Promise<PlaceSettings> {
    return this.shownOf((await this.read()).chosen);
  }

  /** Returns the settings that everybody may know. */
  shownOf(all: ChosenSettings): PlaceSettings {
    const { accent, commonPasswords: _untold, misnamedFiles: _unshown, twoStepRequired: _told, ...chosen } = all;
    return {
      ...chosen,
      palette: accent === null ? null : paletteOf(accent),
      supportEmail: chosen.supportEmail ?? this.env.supportEmail ?? null,
      links: chosen.links ?? [],
      workspaceMakers: chosen.workspaceMakers ?? 'everybody',
      societyMakers: chosen.societyMakers ?? 'everybody',
      fileBytes: Math.min(chosen.fileBytes ?? limits.fileBytes, limits.fileBytes),
    };
  }

  /** Returns the name under which mails are written, from the last read: mails are written in transactions too. */
  sender(): Sender {
    const { name, supportEmail } = this.shownOf(this.last.chosen);
    return { publicUrl: this.env.publicUrl, supportEmail: supportEmail ?? undefined, name: name ?? undefined };
  }

  /** Default language that administrators chose, from the last read. */
  get language(): Language | null {
    return this.last.chosen.language;
  }

  /** Makes every process read changed settings again; called after the commit. */
  async changed(): Promise<void> {
    this.forget();
    await Promise.all([this.read(), this.cluster.ask('settingsChanged', null)]);
  }

  private forget(): void {
    this.changes += 1;
    this.isFresh = false;
    void this.read().catch(() => {});
  }
}
