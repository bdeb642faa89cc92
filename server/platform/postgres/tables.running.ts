import type { Announcement } from '@palabre/common/contract/running/announcements.ts';
import type { SettingName } from '@palabre/common/contract/running/settings.ts';
import type { AuditAction, AuditChange } from '@palabre/common/rules/running/audit.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from './tables.ts';

/** Tables of administration. */
export interface RunningTables {
  banned_users: { id: string; email: string; created_at: Made; reason: string | null };
  /** Deputies of suspended people; for a while, they are notified of these people's mentions. */
  mention_deputies: { user_id: string; deputy_id: string; since: Made; until: Date };
  settings: { name: string; value: unknown; version: number };
  setting_changes: { id: string; name: SettingName; before: unknown; after: unknown; actor_id: string | null };
  announcements: {
    id: string;
    text: string;
    kind: Announcement['kind'];
    ends_at: Date;
    ended_at: Generated<Date | null>;
    author_id: string | null;
  };
  /** Table of a single row: the server's current secret. */
  secret_in_use: {
    one: Generated<boolean>;
    mark: Buffer;
    mark_before: Buffer | null;
    since: Date | null;
    older_keys: string | null;
  };
  announcement_dismissals: { announcement_id: string; user_id: string };
  /** Append-only: the database refuses to change or delete a row. */
  audit: {
    id: string;
    created_at: ColumnType<Date, Date, never>;
    action: AuditAction;
    actor_id: string | null;
    actor_name: string;
    target_id: string | null;
    target_name: string;
    place_id: string | null;
    place_name: string;
    changes: AuditChange[];
    reason: string | null;
    actor_search: ColumnType<string, never, never>;
    target_search: ColumnType<string, never, never>;
  };
}
