import { expect, it } from 'vitest';
import { errors } from './errors.ts';
import { sentences } from './sentences.ts';

/** Codes of failures by their HTTP status, in the order of the alphabet. */
const promised: Record<number, string> = {
  400: `
    absence_far absence_past absences_overlap accent_contrast announcement_end deputy_self domains_missing
    emoji_format empty_file empty_message file_misnamed invalid_cursor invalid_image invalid_input one_place otp_incorrect
    otp_invalid otp_reset push_subscription_refused quiet_far same_address search_too_broad stay_end time_past
    time_too_far too_many_files whitelist_email whitelist_empty whitelist_invalid
  `,
  401: 'bad_credentials session_stay_over session_suspended unauthorized',
  403: `
    account_not_linked account_stay_over account_suspended address_not_accepted address_unproven
    administrator_self ban_self banned banned_here cannot_write forbidden foreign_origin guest_apart
    guest_not_allowed invite_other_address link_refused members_only otp_required own_sessions rank_too_low
    reauthentication_required registration_by_approval registration_by_domain registration_by_invitation
    registration_by_provider reset_refused sender_only societies_by_administrators society_members_only
    suspend_administrator suspend_self two_step_required workspace_restricted workspaces_by_administrators
    wrong_password
  `,
  404: 'invite_not_found mail_link_invalid message_not_found not_found not_guest registration_link user_not_found',
  408: 'request_timeout',
  409: `
    address_change_refused administrator_refused already_answered already_handled already_member already_owner
    already_reported already_requested announcements_full answered_deleted backups_missing changed_meanwhile
    conversation_full conversation_of_two email_taken emoji_taken guest_account guest_channels guest_full_account
    in_another_society last_administrator last_creator_role last_owner mails_refused no_request not_in_society
    not_member not_private own_account push_unavailable recovery_refused reply_not_pinned scheduled_changed
    scheduled_leaving settings_changed successor_refused thread_full thread_in_thread title_mismatch
    too_many_accounts too_many_channels too_many_emoji too_many_notes too_many_owners too_many_pins
    too_many_push_devices too_many_reactions too_many_roles too_many_scheduled two_step_kept two_step_own_first
    undo_too_late welcome_channel whitelist_full
  `,
  413: 'emoji_too_large file_over_limit file_too_large file_too_large_to_scan too_large',
  415: 'unsupported_media',
  422: 'file_infected',
  426: 'upgrade_refused',
  429: 'export_in_progress image_in_progress too_many_requests too_many_sockets too_many_urgent',
  500: 'internal',
  502: 'gif_unavailable',
  503: 'scan_unavailable storage_unavailable unavailable',
  507: 'database_full storage_full',
};

it('Failures have the statuses that other clients of this server rely on', () => {
  const found: Record<number, string[]> = {};
  for (const [code, { status }] of Object.entries(errors)) found[status] = [...(found[status] ?? []), code].sort();
  const told = Object.entries(promised).map(([status, codes]) => [status, codes.trim().split(/\s+/)]);
  expect(found).toEqual(Object.fromEntries(told));
});

it('A failure or a success is said in as many sentences in both languages, and those that differ in one differ in the other', () => {
  const ended = (text: string) => text.match(/[.!?…](?=\s|$)/g)?.length ?? 0;
  // French texts that were agreed on as they are.
  const { otp_reset: _code, ...failures } = errors;
  const { workspace_deleted: _deleted, ...successes } = sentences;
  for (const said of [failures, successes] as Record<string, { fr: string; en: string }>[]) {
    const lines = Object.entries(said);
    const uneven = lines.filter(([, { fr, en }]) => ended(fr) !== ended(en));
    expect(uneven, 'said in more sentences in one language').toEqual([]);
    const twin = lines.filter(([, one]) => lines.some(([, other]) => (one.fr === other.fr) !== (one.en === other.en)));
    expect(twin, 'alike in one language alone').toEqual([]);
  }
});
