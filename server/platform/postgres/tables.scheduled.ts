import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { ScheduledFailure, ScheduledState } from '@palabre/common/contract/messages/scheduled.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from './tables.ts';

/** Table of scheduled messages and of reminders. */
export interface ScheduledMessages {
  /** Id of the future message. */
  id: string;
  author_id: string;
  /** Message of a reminder; null for a message to send. */
  reminds_of: string | null;
  /** Channel or conversation. */
  place_id: string;
  /** Workspace of a channel. */
  workspace_id: string | null;
  /** Message above a reply. */
  thread_of: string | null;
  also_in_place: Generated<boolean>;
  content: Generated<string>;
  files: ColumnType<FileAttachment[] | null, string | null | undefined, never>;
  reply_to: string | null;
  reply_notifies: Generated<boolean>;
  local_time: string;
  zone: string;
  at: Date;
  state: Generated<ScheduledState>;
  failure: ScheduledFailure | null;
  version: Generated<number>;
  nonce: string;
  /** Time of the last attempt to send it. */
  taken_at: Date | null;
  tries: Generated<number>;
  created_at: Made;
}
