import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { Status } from '@palabre/common/contract/people/users.ts';
import type { notificationTypes } from '@palabre/common/contract/reading/notifications.ts';
import type { Level } from '@palabre/common/contract/reading/unread.ts';
import type { Report, ReportedMessage, ReportReason } from '@palabre/common/contract/running/reports.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import type { AuditAction, AuditChange } from '@palabre/common/rules/audit.ts';
import type { Reaction } from '@palabre/common/rules/reactions.ts';
import type { Membership } from '@palabre/common/rules/society-moves.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Language } from '../http/errors.ts';

/** What a code is for: to end a login, to verify two-step, to link this account to another, to choose a new password. */
export type Purpose = 'login' | 'verify' | 'link' | 'reset';

/** The database's tables as Kysely types them; `server/migrations` makes them. */
type Made = ColumnType<Date, Date | undefined, Date>;

export interface Tables {
  files: {
    id: string;
    owner_id: string | null;
    name: string;
    type: string;
    size: number;
    width: number | null;
    height: number | null;
    created_at: Made;
    /** The message whose attachment it is; null: a picture of a person or a place. */
    message_id: ColumnType<string | null, string | undefined, never>;
    /** Given: its owner alone may read it, until then. */
    private_until: ColumnType<Date | null, never, never>;
  };
  users: {
    id: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string | null;
    avatar: string | null;
    status: Generated<Status>;
    chosen_status: Generated<Status>;
    admin: Generated<boolean>;
    double_authentification: Generated<boolean>;
    verification: Generated<boolean>;
    /** Its person reads the mails of that address. */
    email_proven: Generated<boolean>;
    society_id: string | null;
    job_title: string | null;
    job_location: string | null;
    manager: string | null;
    /** Who that is, when they have an account here; the text is what stays when it goes. */
    manager_id: string | null;
    start_hour: string | null;
    end_hour: string | null;
    vacation_referee: string | null;
    vacation_referee_id: string | null;
    linkedin_profile: string | null;
    github_profile: string | null;
    notification_mail: Generated<boolean>;
    time_zone: string | null;
    created_at: Made;
    /** First and last name, folded (see the function `folded`); the database computes it. */
    search_name: ColumnType<string, never, never>;
  };
  banned_users: { id: string; email: string; created_at: Made };
  /** Two accounts of one person, the lesser id first. */
  linked_accounts: { first_user: string; second_user: string; linked_at: Made };
  social_identities: { issuer: string; subject: string; user_id: string; created_at: Made };
  sessions: {
    id: string;
    user_id: string;
    created_at: Made;
    expires_at: Date;
    device: string | null;
    address: string | null;
    seen_at: Made;
    /** When, and with what device, its person last said who they are. */
    proved_at: Made;
    proved_device: string | null;
    /** When they last said it again. */
    said_at: Date | null;
    /** The linked account that opened it, if one did. */
    opened_from: string | null;
  };
  otp_codes: {
    user_id: string;
    purpose: Purpose;
    /** Null: one was tried, none was sent. */
    hash: Buffer | null;
    tries: Generated<number>;
    expires_at: Date;
  };
  otp_proofs: {
    hash: Buffer;
    kind: 'pending' | 'reset';
    user_id: string;
    /** Of the password when it was made. */
    password_mark: Buffer;
    expires_at: Date;
  };
  known_devices: {
    user_id: string;
    /** Of the cookie. */
    hash: Buffer;
    seen_at: Generated<Date>;
  };
  workspaces: {
    id: string;
    title: string;
    description: Generated<string>;
    logo: string | null;
    society_id: string | null;
    restricted: Generated<boolean>;
    tags: Generated<string[]>;
    welcome_channel: string;
    auto_delete: Generated<boolean>;
    auto_delete_days: Generated<number>;
    announce_moves: Generated<boolean>;
    members_count: Generated<number>;
    created_at: Made;
  };
  workspace_members: { workspace_id: string; user_id: string; owner: Generated<boolean>; joined_at: Made };
  workspace_bans: { workspace_id: string; user_id: string; told: Generated<boolean>; created_at: Made };
  workspace_moves: { id: string; workspace_id: string; user_id: string; kind: 'joined' | 'left'; at: Made };
  societies: { id: string; name: string; logo: string | null; created_at: Made };
  society_people: { user_id: string; society_id: string; standing: Exclude<Membership, 'none'>; since: Made };
  society_whitelist: { society_id: string; email: string };
  places: { id: string; kind: 'channel' | 'conversation'; room: string; seq: Generated<number> };
  channels: {
    id: string;
    workspace_id: string;
    title: string;
    visibility: Visibility;
    position: number;
    kept_role: string | null;
    created_at: Made;
  };
  conversations: {
    id: string;
    title: string | null;
    creator_id: string | null;
    is_group: Generated<boolean>;
    created_at: Made;
  };
  conversation_users: { conversation_id: string; user_id: string; joined_at: Made; hidden_at: number | null };
  conversation_pairs: { first_user: string; second_user: string; conversation_id: string };
  emoji: { id: string; workspace_id: string; name: string; image: string; created_at: Made };
  roles: {
    id: string;
    workspace_id: string;
    name: string;
    rank: number;
    color: Generated<string>;
    add_channels: Generated<boolean>;
    can_kick: Generated<boolean>;
    creator: Generated<boolean>;
  };
  role_users: { role_id: string; workspace_id: string; user_id: string };
  role_channels: { role_id: string; channel_id: string; visible: boolean; writable: boolean };
  invites: {
    id: string;
    workspace_id: string;
    code: string;
    hours: number;
    created_by: string | null;
    created_at: Made;
  };
  invite_uses: { invite_id: string; user_id: string; used_at: Made };
  messages: {
    id: string;
    place_id: string;
    position: number;
    seq: number;
    sender_id: string;
    nonce: string | null;
    content: string;
    created_at: Date;
    updated: Generated<boolean>;
    deleted_at: Date | null;
    files: ColumnType<FileAttachment[] | null, never, null>;
    /** Null when there are none. */
    reactions: ColumnType<Reaction[] | null, string | null, string | null>;
    pinned_at: Date | null;
    everyone: Generated<boolean>;
    reply_to: string | null;
    /** Whom an answer calls: who wrote what it answers. */
    reply_calls: string | null;
  };
  erasures: { user_id: string; asked_at: Made };
  read_pointers: {
    user_id: string;
    place_id: string;
    position: Generated<number>;
    level: Generated<Level>;
    muted: Generated<boolean>;
  };
  mentions: {
    message_id: string;
    /** A person or a role; of `everyone` the workspace or conversation. */
    target: string;
    everyone: boolean;
    place_id: string;
    position: number;
    created_at: Date;
  };
  message_mails: {
    user_id: string;
    language: Language;
    since: Date;
    mailed_at: Date | null;
    asked_at: Date | null;
    refused_at: Date | null;
  };
  notification_marks: { user_id: string; place_id: string; message_id: string; is_read: boolean; created_at: Made };
  notifications: {
    id: string;
    user_id: string;
    type: (typeof notificationTypes)[number];
    content: string;
    link: string;
    actor_id: string | null;
    is_read: Generated<boolean>;
    created_at: Made;
    subject: Generated<string | null>;
  };
  reports: {
    id: string;
    reported_by: string | null;
    reported_user: string;
    reason: ReportReason;
    description: string;
    workspace_id: string | null;
    message: ColumnType<ReportedMessage | null, string | null, never>;
    status: Generated<Report['status']>;
    handled_by: string | null;
    handled_at: Date | null;
    created_at: Made;
    day: ColumnType<string, never, never>;
  };
  /** Its lines stay as they are: the database refuses to change or delete one. */
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
    actor_search: ColumnType<string, never, never>;
    target_search: ColumnType<string, never, never>;
  };
}
