import { z } from 'zod';
import { issues } from './issues.ts';

/**
 * Every failure the server can answer: a closed list of codes, each with its HTTP status and its sentence in
 * both languages. The wire carries `{code, message, issues?}`.
 */
export const errors = {
  invalid_input: {
    status: 400,
    fr: 'Les informations envoyées ne sont pas valides.',
    en: 'The submitted data is not valid.',
  },
  invalid_image: { status: 400, fr: 'Veuillez sélectionner une image valide.', en: 'Please choose a valid image.' },
  emoji_format: {
    status: 400,
    fr: 'Custom emojis are in the wrong format',
    en: 'Custom emojis are in the wrong format',
  },
  search_too_broad: {
    status: 400,
    fr: 'Cette recherche est trop large\u00a0: écrivez moins de mots, ou des mots plus longs.',
    en: 'This search is too broad: use fewer words, or longer ones.',
  },
  invalid_cursor: { status: 400, fr: 'Ce curseur n’est pas valide.', en: 'This cursor is not valid.' },
  mails_refused: {
    status: 409,
    fr: 'Ces e-mails ont été arrêtés depuis la boîte de cette adresse. Pour les rétablir, prouvez qu’elle est à vous\u00a0: par la double authentification, ou un nouveau mot de passe demandé par e-mail.',
    en: 'These e-mails were stopped from this address’s mailbox. To turn them on again, prove that it is yours: by two-step verification, or a new password asked for by e-mail.',
  },
  mail_link_invalid: {
    status: 404,
    fr: 'Ce lien n’est plus valable. Les e-mails se règlent aussi dans vos paramètres.',
    en: 'This link is no longer valid. E-mails can also be turned off in your settings.',
  },
  empty_message: { status: 400, fr: 'Un message ne peut pas être vide.', en: 'A message cannot be empty.' },
  too_many_files: {
    status: 400,
    fr: 'Un message porte 10 fichiers au plus.',
    en: 'A message can hold up to 10 files.',
  },
  empty_file: { status: 400, fr: 'Un fichier vide ne peut pas être envoyé.', en: 'An empty file cannot be sent.' },
  whitelist_email: { status: 400, fr: 'Veuillez entrer un email valide.', en: 'Please enter a valid e-mail address.' },
  whitelist_empty: {
    status: 400,
    fr: 'Aucun email valide trouvé dans le fichier.',
    en: 'No valid e-mail address was found in the file.',
  },
  whitelist_invalid: { status: 400, fr: 'Le fichier CSV est invalide.', en: 'The CSV file is not valid.' },
  one_place: {
    status: 400,
    fr: 'Indiquez un salon ou une conversation, et un seul des deux.',
    en: 'Name either a channel or a conversation, and only one of them.',
  },
  otp_invalid: { status: 400, fr: 'Code invalide ou expiré', en: 'This code is wrong or has expired' },
  otp_incorrect: { status: 400, fr: 'Code incorrect ou expiré.', en: 'This code is wrong or has expired.' },
  otp_reset: { status: 400, fr: 'Code OTP incorrect ou expiré.', en: 'This code is wrong or has expired.' },
  unauthorized: {
    status: 401,
    fr: 'Votre session a expiré. Reconnectez-vous.',
    en: 'Your session has ended. Sign in again.',
  },
  bad_credentials: { status: 401, fr: 'Erreur d’authentification', en: 'Authentication failed' },
  forbidden: { status: 403, fr: 'Vous n’avez pas le droit de faire cela.', en: 'You are not allowed to do this.' },
  banned: { status: 403, fr: 'Cette adresse e-mail est bannie.', en: 'This e-mail address is banned.' },
  banned_here: { status: 403, fr: 'Vous avez été banni de ce workspace.', en: 'You are banned from this workspace.' },
  workspace_restricted: {
    status: 403,
    fr: 'Ce workspace est restreint\u00a0: il faut une invitation pour le rejoindre.',
    en: 'This workspace is restricted: you need an invitation to join it.',
  },
  members_only: { status: 403, fr: 'Rejoignez ce workspace pour y accéder.', en: 'Join this workspace to see it.' },
  society_members_only: {
    status: 403,
    fr: 'Seuls les membres de cette société y ont accès.',
    en: 'Only members of this company have access to it.',
  },
  cannot_write: {
    status: 403,
    fr: 'Vous ne pouvez pas écrire dans ce salon.',
    en: 'You cannot write in this channel.',
  },
  sender_only: {
    status: 403,
    fr: 'Seule la personne qui a écrit ce message peut le changer.',
    en: 'Only its author can change this message.',
  },
  rank_too_low: {
    status: 403,
    fr: 'Votre rang ne vous permet pas d’agir sur ce rôle ou cette personne.',
    en: 'Your rank does not let you act on this role or person.',
  },
  otp_required: {
    status: 403,
    fr: 'Ce compte demande aussi le code reçu par e-mail.',
    en: 'This account also asks for the code sent by e-mail.',
  },
  link_refused: {
    status: 403,
    fr: 'L’e-mail ou le mot de passe de cet autre compte est incorrect.',
    en: 'The e-mail or password of this other account is wrong.',
  },
  account_not_linked: {
    status: 403,
    fr: 'Ce compte n’est pas lié au vôtre.',
    en: 'This account is not linked to yours.',
  },
  reset_refused: {
    status: 403,
    fr: 'Erreur lors de la réinitialisation du mot de passe.',
    en: 'The password could not be reset.',
  },
  reauthentication_required: {
    status: 403,
    fr: 'Confirmez votre mot de passe pour continuer.',
    en: 'Confirm your password to continue.',
  },
  address_unproven: {
    status: 403,
    fr: 'Confirmez d’abord que cette adresse e-mail est la vôtre : un code vous y sera envoyé.',
    en: 'Confirm first that this e-mail address is yours: a code will be sent there.',
  },
  wrong_password: { status: 403, fr: 'Ce mot de passe n’est pas le bon.', en: 'That is not the right password.' },
  ban_self: { status: 403, fr: 'Vous ne pouvez pas vous bannir vous-même.', en: 'You cannot ban yourself.' },
  foreign_origin: { status: 403, fr: 'Cette origine n’est pas autorisée.', en: 'This origin is not allowed.' },
  not_found: { status: 404, fr: 'Introuvable.', en: 'Not found.' },
  message_not_found: {
    status: 404,
    fr: 'Ce message n’existe plus.',
    en: 'This message no longer exists.',
  },
  undo_too_late: {
    status: 409,
    fr: 'Il est trop tard pour annuler.',
    en: 'It is too late to undo this.',
  },
  answered_deleted: {
    status: 409,
    fr: 'Le message auquel vous répondez a été supprimé.',
    en: 'The message you are replying to was deleted.',
  },
  user_not_found: { status: 404, fr: 'Utilisateur introuvable.', en: 'User not found.' },
  invite_not_found: {
    status: 404,
    fr: "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
    en: 'Unable to join the workspace. Check the invitation code.',
  },
  request_timeout: {
    status: 408,
    fr: 'Cette demande a mis trop de temps à arriver. Réessayez.',
    en: 'This request took too long to arrive. Try again.',
  },
  email_taken: {
    status: 409,
    fr: 'Cette adresse e-mail est déjà utilisée.',
    en: 'This e-mail address is already in use.',
  },
  own_account: {
    status: 409,
    fr: 'C’est le compte que vous utilisez déjà.',
    en: 'This is the account you are already using.',
  },
  too_many_accounts: {
    status: 409,
    fr: 'Un compte est lié à 10 autres au plus.',
    en: 'An account can be linked to up to 10 others.',
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
  conversation_of_two: {
    status: 409,
    fr: 'Une conversation à deux ne change ni de titre ni de personnes.',
    en: 'A conversation between two people cannot be renamed, and its people cannot change.',
  },
  conversation_full: {
    status: 409,
    fr: 'Une conversation réunit 25 personnes au plus.',
    en: 'A conversation can have up to 25 people.',
  },
  too_many_reactions: {
    status: 409,
    fr: 'Ce message a déjà autant de réactions qu’il peut en porter.',
    en: 'This message already has as many reactions as it can hold.',
  },
  too_many_pins: {
    status: 409,
    fr: 'Il y a déjà 50 messages épinglés ici. Retirez-en un d’abord.',
    en: 'There are already 50 pinned messages here. Unpin one first.',
  },
  last_administrator: {
    status: 409,
    fr: 'Plus personne n’administrerait Palabre. Nommez d’abord quelqu’un d’autre (npm run admin).',
    en: 'Nobody would run Palabre any more. Make somebody else administrator first (npm run admin).',
  },
  already_reported: {
    status: 409,
    fr: 'Vous avez déjà signalé cette personne aujourd’hui.',
    en: 'You have already reported this person today.',
  },
  already_handled: {
    status: 409,
    fr: 'Quelqu’un d’autre a déjà traité ce signalement.',
    en: 'Someone else has already handled this report.',
  },
  already_member: { status: 409, fr: 'Vous êtes déjà membre.', en: 'You are already a member.' },
  not_member: { status: 409, fr: 'Cette personne n’est pas membre du workspace.', en: 'This person is not a member.' },
  in_another_society: {
    status: 409,
    fr: 'Vous êtes déjà dans une société, ou attendez la réponse de l’une d’elles\u00a0: quittez-la d’abord.',
    en: 'You are already in a company, or waiting for its answer: leave it first.',
  },
  already_requested: {
    status: 409,
    fr: 'Vous avez déjà demandé à rejoindre cette société.',
    en: 'You have already asked to join this company.',
  },
  already_owner: {
    status: 409,
    fr: 'Cette personne est déjà propriétaire de la société.',
    en: 'This person already owns the company.',
  },
  no_request: {
    status: 409,
    fr: 'Cette demande n’attend plus de réponse.',
    en: 'This request is no longer waiting for an answer.',
  },
  not_in_society: {
    status: 409,
    fr: 'Cette personne n’est pas membre de la société.',
    en: 'This person is not a member of the company.',
  },
  too_many_owners: {
    status: 409,
    fr: 'Une société a 100 propriétaires au plus.',
    en: 'A company can have up to 100 owners.',
  },
  whitelist_full: {
    status: 409,
    fr: 'La liste blanche porte 5\u202f000 adresses au plus.',
    en: 'The whitelist can hold up to 5,000 addresses.',
  },
  changed_meanwhile: {
    status: 409,
    fr: 'Quelqu’un d’autre vient de changer cela. Relisez, puis recommencez.',
    en: 'Someone else has just changed this. Review it and try again.',
  },
  too_large: { status: 413, fr: 'Ce contenu est trop volumineux.', en: 'This content is too large.' },
  file_too_large: {
    status: 413,
    fr: 'Un fichier ne peut pas dépasser 50\u00a0Mo.',
    en: 'A file cannot exceed 50\u00a0MB.',
  },
  emoji_too_large: {
    status: 413,
    fr: 'L’image d’un emoji pèse 256 Ko au plus.',
    en: 'The picture of an emoji can be up to 256 KB.',
  },
  unsupported_media: { status: 415, fr: 'Ce format n’est pas accepté.', en: 'This format is not accepted.' },
  upgrade_refused: {
    status: 426,
    fr: 'Ce protocole n’est pas accepté ici.',
    en: 'This protocol is not accepted here.',
  },
  too_many_requests: {
    status: 429,
    fr: 'Trop de tentatives. Réessayez dans un moment.',
    en: 'Too many attempts. Try again in a moment.',
  },
  export_in_progress: {
    status: 429,
    fr: 'Un export est déjà en cours. Réessayez dans un instant.',
    en: 'An export is already under way. Try again in a moment.',
  },
  image_in_progress: {
    status: 429,
    fr: 'Une image que vous avez envoyée est encore en préparation. Réessayez dans un instant.',
    en: 'An image you sent is still being prepared. Try again in a moment.',
  },
  too_many_sockets: {
    status: 429,
    fr: 'Palabre est ouverte dans trop d’onglets ou d’appareils\u00a0: celui-ci n’est plus à jour.',
    en: 'Palabre is open in too many tabs or devices: this one is no longer up to date.',
  },
  internal: { status: 500, fr: 'Une erreur est survenue', en: 'Something went wrong' },
  gif_unavailable: { status: 502, fr: 'Error loading gifs :(', en: 'Error loading gifs :(' },
  unavailable: {
    status: 503,
    fr: 'Palabre redémarre ou sa base de données est absente. Réessayez dans un instant.',
    en: 'Palabre is restarting or its database is unavailable. Try again in a moment.',
  },
  storage_unavailable: {
    status: 503,
    fr: 'Le stockage des fichiers ne répond pas. Réessayez dans un instant\u00a0; les messages sans fichier partent.',
    en: 'The file storage is not responding. Try again in a moment; messages without files still get through.',
  },
  database_full: {
    status: 507,
    fr: 'Le disque du serveur est plein\u00a0: rien ne peut être enregistré pour l’instant.',
    en: 'The server’s disk is full: nothing can be saved right now.',
  },
  storage_full: {
    status: 507,
    fr: 'Il n’y a plus de place pour les fichiers.',
    en: 'There is no room left for files.',
  },
} as const satisfies Record<string, { status: number; fr: string; en: string }>;

export type ErrorCode = keyof typeof errors;

/** Wrong codes: their answer has a `status` as the one of a right code has. */
export const wrongCodes: readonly ErrorCode[] = ['otp_invalid', 'otp_incorrect', 'otp_reset'];

export const Failure = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().meta({
      description: 'The sentence to show: French, or English to who prefers it.',
      example: errors.invalid_input.fr,
    }),
    status: z.string().optional().meta({ description: 'Of a wrong code: error.', example: 'error' }),
    issues: z
      .array(
        z.object({
          path: z.string().meta({ example: 'title' }),
          message: z.string().meta({ example: issues.required.fr }),
        }),
      )
      .optional()
      .meta({ description: 'For invalid_input: what is wrong, field by field.' }),
  })
  .meta({ id: 'Failure', description: 'The body of every failure.' });
export type Failure = z.infer<typeof Failure>;
