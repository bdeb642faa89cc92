import type { ColumnType, Generated } from 'kysely';
import type { Made } from './tables.ts';

/** Tables of invitations to workspaces, by a code and by mail, and of guests. */
export interface InviteTables {
  invites: {
    id: string;
    workspace_id: string;
    code: string;
    hours: number;
    max_uses: Generated<number>;
    created_by: string | null;
    created_at: Made;
  };
  email_invites: {
    id: string;
    workspace_id: string;
    email: string;
    /** Person who last sent the invitation. */
    invited_by: string;
    token_hash: Buffer | null;
    created_at: Made;
    sent_at: Made;
    expires_at: Date;
    accepted_by: string | null;
    accepted_at: Date | null;
    /** End of the stay that it offers to a guest, and the channels it lets them into; null for a future member. */
    guest_until: ColumnType<Date | null, never, never>;
    guest_channels: ColumnType<string[] | null, never, never>;
  };
  guests: {
    workspace_id: string;
    user_id: string;
    /** Sponsor of the guest; null once the sponsor's account is gone, until an owner takes over. */
    sponsor_id: string | null;
    joined_at: Made;
    ends_at: Date;
    /** Whether the end was processed. */
    ended: Generated<boolean>;
    /** End of the stay about which the sponsor was warned. */
    warned_of: Date | null;
  };
  guest_channels: { channel_id: string; user_id: string; workspace_id: string };
  /** View: members, and current guests. */
  workspace_people: { workspace_id: string; user_id: string; owner: boolean; joined_at: Date; guest: boolean };
  invite_uses: { invite_id: string; user_id: string; used_at: Made };
}
