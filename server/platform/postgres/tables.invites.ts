import type { Generated } from 'kysely';
import type { Made } from './tables.ts';

/** Tables of invitations to workspaces, by a code and by mail. */
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
    /** Person who sent it last. */
    invited_by: string;
    token_hash: Buffer | null;
    created_at: Made;
    sent_at: Made;
    expires_at: Date;
    accepted_by: string | null;
    accepted_at: Date | null;
  };
  invite_uses: { invite_id: string; user_id: string; used_at: Made };
}
