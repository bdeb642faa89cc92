import type { Failures } from '../failures.ts';

/** Failures of accounts, one-time codes and identity checks. */
export const peopleErrors = {
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
  absence_past: { status: 400, fr: 'Cette absence est déjà finie.', en: 'This absence has already ended.' },
  absence_far: {
    status: 400,
    fr: 'Une absence s’annonce trois ans à l’avance au plus.',
    en: 'An absence can be announced up to three years ahead.',
  },
  absences_overlap: {
    status: 400,
    fr: 'Deux de vos absences ont un jour en commun.',
    en: 'Two of your absences share a day.',
  },
  deputy_self: {
    status: 400,
    fr: 'Choisissez quelqu’un d’autre que vous pour vous remplacer.',
    en: 'Choose somebody other than yourself to stand in for you.',
  },
  quiet_far: {
    status: 400,
    fr: '«\u00a0Ne pas déranger\u00a0» dure un an au plus.',
    en: '“Do not disturb” lasts one year at most.',
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
  banned: { status: 403, fr: 'Cette adresse e-mail est bannie.', en: 'This e-mail address is banned.' },
  account_suspended: {
    status: 403,
    fr: 'Ce compte est suspendu. Adressez-vous à une personne qui administre Palabre.',
    en: 'This account is suspended. Ask a person who runs this Palabre.',
  },
  session_suspended: {
    status: 401,
    fr: 'Votre compte est suspendu. Adressez-vous à une personne qui administre Palabre.',
    en: 'Your account is suspended. Ask a person who runs this Palabre.',
  },
  account_stay_over: {
    status: 403,
    fr: 'Le séjour de ce compte d’invité est terminé. La personne qui l’a invité peut le prolonger.',
    en: 'The stay of this guest account is over. Whoever invited this person can renew it.',
  },
  session_stay_over: {
    status: 401,
    fr: 'Votre séjour d’invité est terminé. La personne qui vous a invité peut le prolonger.',
    en: 'Your stay as a guest is over. Whoever invited you can renew it.',
  },
  two_step_required: {
    status: 403,
    fr: 'La double authentification est demandée ici : activez-la d’abord pour votre compte.',
    en: 'Two-step sign-in is required here: turn it on for your account first.',
  },
  two_step_kept: {
    status: 409,
    fr: 'La double authentification est demandée ici à chaque compte : elle ne se désactive pas.',
    en: 'Two-step sign-in is required here of every account: it cannot be turned off.',
  },
  two_step_own_first: {
    status: 409,
    fr: 'Activez d’abord la double authentification de votre propre compte, depuis « Mon Profil ».',
    en: 'Turn on two-step sign-in for your own account first, from “My profile”.',
  },
  guest_not_allowed: {
    status: 403,
    fr: 'Un compte d’invité ne le permet pas.',
    en: 'A guest account does not allow this.',
  },
  guest_apart: {
    status: 403,
    fr: 'Cette personne est invitée dans des salons où vous n’êtes pas.',
    en: 'This person is a guest in channels that you are not in.',
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
  suspend_self: { status: 403, fr: 'Vous ne pouvez pas vous suspendre vous-même.', en: 'You cannot suspend yourself.' },
  suspend_administrator: {
    status: 403,
    fr: 'Cette personne administre Palabre\u00a0: son compte ne se suspend pas.',
    en: 'This person runs Palabre: their account cannot be suspended.',
  },
  administrator_refused: {
    status: 409,
    fr: 'Cette personne ne peut pas administrer Palabre\u00a0: son adresse n’est pas confirmée, ou son compte est suspendu ou celui d’un invité.',
    en: 'This person cannot run Palabre: their address is not confirmed, or their account is suspended or a guest’s.',
  },
  administrator_self: {
    status: 403,
    fr: 'Seule une autre personne qui administre Palabre peut vous retirer ce droit.',
    en: 'Only another person who runs this Palabre can take this right from you.',
  },
  recovery_refused: {
    status: 409,
    fr: 'Ce lien ne se fait ni pour votre propre compte, ni pour un compte suspendu.',
    en: 'This link is made neither for your own account nor for a suspended one.',
  },
  same_address: {
    status: 400,
    fr: 'C’est déjà l’adresse de ce compte.',
    en: 'This is already the address of this account.',
  },
  address_not_accepted: {
    status: 403,
    fr: 'Ce Palabre n’accepte pas cette adresse : une personne qui l’administre peut la choisir pour vous.',
    en: 'This Palabre does not accept this address: a person who runs it can choose it for you.',
  },
  address_change_refused: {
    status: 409,
    fr: 'L’adresse d’un compte suspendu ne se change pas ; la vôtre se change depuis « Mon Profil ».',
    en: 'The address of a suspended account is not changed; yours is changed from “My profile”.',
  },
  own_sessions: {
    status: 403,
    fr: 'Vos propres sessions se ferment depuis «\u202fMon Profil\u202f».',
    en: 'Your own sessions are ended from “My profile”.',
  },
  successor_refused: {
    status: 409,
    fr: 'Choisissez quelqu’un d’autre, dont le compte est ouvert.',
    en: 'Choose somebody else, whose account is open.',
  },
  registration_by_invitation: {
    status: 403,
    fr: 'Il faut une invitation pour créer un compte ici.',
    en: 'You need an invitation to create an account here.',
  },
  registration_by_domain: {
    status: 403,
    fr: 'Seules certaines adresses peuvent créer un compte ici, une fois confirmées par un e-mail.',
    en: 'Only some addresses can create an account here, once confirmed by a mail.',
  },
  registration_by_approval: {
    status: 403,
    fr: 'Un administrateur doit accepter votre demande avant que vous créiez un compte ici.',
    en: 'An administrator has to approve your request before you create an account here.',
  },
  registration_by_provider: {
    status: 403,
    fr: 'On n’entre ici que par son fournisseur d’identité.',
    en: 'One comes in here by one’s identity provider alone.',
  },
  registration_link: {
    status: 404,
    fr: 'Ce lien n’est plus valable. Demandez-en un autre.',
    en: 'This link is no longer valid. Ask for another one.',
  },
  domains_missing: {
    status: 400,
    fr: 'Indiquez au moins un domaine, comme exemple.fr.',
    en: 'Give at least one domain, such as example.com.',
  },
  user_not_found: { status: 404, fr: 'Utilisateur introuvable.', en: 'User not found.' },
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
  last_administrator: {
    status: 409,
    fr: 'Plus personne n’administrerait Palabre. Nommez d’abord quelqu’un d’autre, depuis l’administration.',
    en: 'Nobody would run Palabre any more. Make somebody else administrator first, on the administration page.',
  },
  too_many_urgent: {
    status: 429,
    fr: 'Vous avez déjà envoyé trois messages urgents en sept jours. Celui-ci peut partir sans bruit, ou plus tard.',
    en: 'You have already sent three urgent messages within seven days. This one can be sent quietly, or later.',
  },
  export_in_progress: {
    status: 429,
    fr: 'Un export est déjà en cours. Réessayez dans un instant.',
    en: 'An export is already under way. Try again in a moment.',
  },
} as const satisfies Failures;
