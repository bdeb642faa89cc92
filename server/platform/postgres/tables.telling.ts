import type { PushDetail } from '@palabre/common/contract/reading/push.ts';
import type { Generated } from 'kysely';
import type { Language } from '../http/errors.ts';
import type { Made } from './tables.ts';

/** Tables of notifications to people who are away: mails and pushes. */
export interface TellingTables {
  message_mails: {
    user_id: string;
    language: Language;
    since: Date;
    mailed_at: Date | null;
    asked_at: Date | null;
    refused_at: Date | null;
    /** Time of the last urgent message mailed off duty. */
    urgent_since: Date | null;
  };
  push_keys: { one: Generated<boolean>; public_key: string; private_key: string; created_at: Made };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_id: string;
    /** Secret endpoint, like the two keys. */
    endpoint: string;
    p256dh: string;
    auth: string;
    language: Language;
    detail: PushDetail;
    created_at: Made;
    /** Time of the last message that was pushed. */
    since: Made;
    /** Time of the last urgent message that was pushed off duty. */
    urgent_since: Date | null;
    asked_at: Date | null;
    last_success_at: Date | null;
    failures: Generated<number>;
  };
}
