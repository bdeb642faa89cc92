import type { RegistrationChoice } from '@palabre/common/rules/people/registration.ts';
import type { Generated } from 'kysely';
import type { Language } from '../http/errors.ts';
import type { Made } from './tables.ts';

/** Tables of registration: rules, requests, admissions, and pending changes of address. */
export interface RegistrationTables {
  registration: {
    one: Generated<boolean>;
    who: RegistrationChoice;
    domains: string[];
    text: string;
    updated_at: Made;
  };
  registration_requests: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    message: string;
    language: Language;
    created_at: Made;
  };
  address_changes: {
    user_id: string;
    email: string;
    session_id: string | null;
    asked_by: string | null;
    hash: Buffer | null;
    tries: Generated<number>;
    expires_at: Date;
  };
  registration_passes: {
    id: string;
    email: string;
    approved: boolean;
    first_name: string;
    last_name: string;
    token_hash: Buffer;
    expires_at: Date;
  };
}
