import type { Failures } from '../failures.ts';

/** Failures of workspaces, their channels, roles, invitations and emoji. */
export const workspaceErrors = {
  emoji_format: {
    status: 400,
    fr: 'Custom emojis are in the wrong format',
    en: 'Custom emojis are in the wrong format',
  },
  banned_here: { status: 403, fr: 'Vous avez été banni de ce workspace.', en: 'You are banned from this workspace.' },
  workspace_restricted: {
    status: 403,
    fr: 'Ce workspace est restreint\u00a0: il faut une invitation pour le rejoindre.',
    en: 'This workspace is restricted: you need an invitation to join it.',
  },
  members_only: { status: 403, fr: 'Rejoignez ce workspace pour y accéder.', en: 'Join this workspace to see it.' },
  rank_too_low: {
    status: 403,
    fr: 'Votre rang ne vous permet pas d’agir sur ce rôle ou cette personne.',
    en: 'Your rank does not let you act on this role or person.',
  },
  invite_not_found: {
    status: 404,
    fr: "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
    en: 'Unable to join the workspace. Check the invitation code.',
  },
  invite_other_address: {
    status: 403,
    fr: 'Cette invitation a été envoyée à une autre adresse que celle de votre compte.',
    en: 'This invitation was sent to another address than that of your account.',
  },
  last_owner: {
    status: 409,
    fr: 'Vous êtes la dernière personne propriétaire\u00a0: vous ne pouvez pas partir.',
    en: 'You are the last owner: you cannot leave.',
  },
  title_mismatch: { status: 409, fr: 'Le nom de la société ne correspond pas', en: 'The name does not match' },
  welcome_channel: {
    status: 409,
    fr: 'Le salon d’accueil ne peut être ni supprimé ni rendu privé.',
    en: 'The welcome channel can be neither deleted nor made private.',
  },
  too_many_channels: {
    status: 409,
    fr: 'Ce workspace a déjà 500 salons.',
    en: 'This workspace already has 500 channels.',
  },
  emoji_taken: {
    status: 409,
    fr: 'Un emoji de ce workspace porte déjà ce nom.',
    en: 'An emoji of this workspace already has this name.',
  },
  too_many_emoji: { status: 409, fr: 'Ce workspace a déjà 200 emojis.', en: 'This workspace already has 200 emoji.' },
  not_private: {
    status: 409,
    fr: 'On n’ajoute de personnes qu’à un salon privé.',
    en: 'People are added to private channels only.',
  },
  too_many_roles: { status: 409, fr: 'Ce workspace a déjà 250 rôles.', en: 'This workspace already has 250 roles.' },
  last_creator_role: {
    status: 409,
    fr: 'Le dernier rôle de créateur ne peut pas être supprimé.',
    en: 'The last creator role cannot be deleted.',
  },
  not_guest: { status: 404, fr: 'Cette personne n’est pas invitée ici.', en: 'This person is not a guest here.' },
  stay_end: {
    status: 400,
    fr: 'Un séjour dure d’un jour à un an.',
    en: 'A stay lasts between a day and a year.',
  },
  guest_channels: {
    status: 409,
    fr: 'Choisissez au moins un salon, parmi ceux que vous voyez.',
    en: 'Choose at least one channel, among those you see.',
  },
  guest_full_account: {
    status: 409,
    fr: 'Cette adresse a déjà un compte à part entière\u00a0: il ne devient pas celui d’un invité. Demandez une invitation de membre.',
    en: 'This address already has a full account, which does not become a guest’s. Ask to be invited as a member.',
  },
  guest_account: {
    status: 409,
    fr: 'Un compte d’invité ne devient pas membre d’un workspace.',
    en: 'A guest account does not become a member of a workspace.',
  },
  already_member: { status: 409, fr: 'Vous êtes déjà membre.', en: 'You are already a member.' },
  not_member: { status: 409, fr: 'Cette personne n’est pas membre du workspace.', en: 'This person is not a member.' },
  emoji_too_large: {
    status: 413,
    fr: 'L’image d’un emoji pèse 256 Ko au plus.',
    en: 'The picture of an emoji can be up to 256 KB.',
  },
} as const satisfies Failures;
