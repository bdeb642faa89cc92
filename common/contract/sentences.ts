/** Sentences in the `message` of successes. Clients may compare the French sentences, so they are never reworded. */
export const sentences = {
  logged_out: { fr: 'Vous êtes déconnecté.', en: 'You are signed out.' },
  account_linked: { fr: 'Compte lié avec succès !', en: 'Account linked!' },
  account_unlinked: { fr: 'Le compte n’est plus lié.', en: 'The account is no longer linked.' },
  code_sent: { fr: 'Un code vous a été envoyé par e-mail.', en: 'A code has been sent to you by e-mail.' },
  code_maybe_sent: {
    fr: 'Si ce compte existe, un code vient de lui être envoyé par e-mail.',
    en: 'If this account exists, a code has been sent to it by e-mail.',
  },
  password_reset: { fr: 'Mot de passe réinitialisé avec succès.', en: 'Your password has been reset.' },
  password_changed: { fr: 'Mot de passe changé avec succès.', en: 'Password changed.' },
  push_stopped: {
    fr: 'Cet appareil ne recevra plus de notifications.',
    en: 'This device will get no more notifications.',
  },
  announcement_ended: { fr: 'L’annonce est terminée.', en: 'The announcement has ended.' },
  mails_stopped: {
    fr: 'Vous ne recevrez plus ces e-mails.',
    en: 'You will no longer receive these e-mails.',
  },
  identity_confirmed: { fr: 'C’est bien vous.', en: 'Your identity is confirmed.' },
  address_code_maybe_sent: {
    fr: 'Si cette adresse est libre, un code vient d’y être envoyé.',
    en: 'If this address is free, a code has just been sent to it.',
  },
  address_code_sent: {
    fr: 'Un code vient d’être envoyé à cette adresse.',
    en: 'A code has just been sent to this address.',
  },
  address_changed: { fr: 'L’adresse a été changée.', en: 'The address has been changed.' },
  address_change_cancelled: {
    fr: 'Le changement d’adresse est abandonné.',
    en: 'The change of address has been given up.',
  },
  session_ended: { fr: 'Cette session est déconnectée.', en: 'That session has been signed out.' },
  other_sessions_ended: {
    fr: 'Vos autres sessions sont déconnectées.',
    en: 'Your other sessions have been signed out.',
  },
  account_deleted: { fr: 'Le compte a été supprimé.', en: 'The account has been deleted.' },
  guest_changed: { fr: 'Séjour modifié.', en: 'Stay changed.' },
  guest_ended: { fr: 'Séjour terminé.', en: 'Stay ended.' },
  user_suspended: { fr: 'Compte suspendu.', en: 'Account suspended.' },
  administrator_made: { fr: 'Cette personne administre maintenant Palabre.', en: 'This person now runs this Palabre.' },
  administrator_ended: {
    fr: 'Cette personne n’administre plus Palabre.',
    en: 'This person no longer runs this Palabre.',
  },
  recovery_mailed: { fr: 'Le lien a été envoyé par e-mail.', en: 'The link has been sent by e-mail.' },
  recovery_made: { fr: 'Le lien est prêt.', en: 'The link is ready.' },
  user_sessions_ended: { fr: 'Ses sessions sont fermées.', en: 'Their sessions have been ended.' },
  user_departed: {
    fr: 'Départ enregistré\u00a0: le compte est suspendu.',
    en: 'Departure done: the account is suspended.',
  },
  user_restored: { fr: 'Compte rétabli.', en: 'Account restored.' },
  workspace_joined: { fr: 'Vous avez rejoint le workspace avec succès !', en: 'You have joined the workspace!' },
  workspace_left: { fr: 'Vous avez quitté le workspace.', en: 'You have left the workspace.' },
  workspace_deleted: { fr: 'La société a été supprimée.', en: 'The workspace has been deleted.' },
  member_kicked: {
    fr: 'La personne a été exclue du workspace.',
    en: 'This person has been removed from the workspace.',
  },
  member_banned: {
    fr: 'La personne a été bannie du workspace.',
    en: 'This person has been banned from the workspace.',
  },
  workspace_passed_on: {
    fr: 'Le workspace a changé de propriétaire.',
    en: 'The workspace has a new owner.',
  },
  member_unbanned: { fr: 'Le bannissement a été levé.', en: 'The ban has been lifted.' },
  channel_created: { fr: 'Canal créé avec succès !', en: 'Channel created!' },
  channel_deleted: { fr: 'Le channel a été supprimée.', en: 'The channel has been deleted.' },
  conversation_deleted: { fr: 'La conversation a été supprimée.', en: 'The conversation has been deleted.' },
  conversation_hidden: {
    fr: 'La conversation est masquée\u00a0: elle reviendra au prochain message.',
    en: 'The conversation is hidden: it will come back with the next message.',
  },
  conversation_left: { fr: 'Vous avez quitté la conversation.', en: 'You have left the conversation.' },
  role_created: { fr: 'Le rôle a été créé.', en: 'The role has been created.' },
  role_updated: { fr: 'Le rôle a été modifié.', en: 'The role has been changed.' },
  role_deleted: { fr: 'Le rôle a été supprimé.', en: 'The role has been deleted.' },
  email_invite_sent: { fr: 'L’invitation est partie.', en: 'The invitation is on its way.' },
  email_invite_withdrawn: { fr: 'L’invitation a été retirée.', en: 'The invitation has been withdrawn.' },
  registration_link_sent: {
    fr: 'Si cette adresse peut s’inscrire, un lien vient d’y être envoyé.',
    en: 'If this address may register, a link has just been sent to it.',
  },
  registration_asked: {
    fr: 'Votre demande est transmise. La réponse arrivera par e-mail.',
    en: 'Your request has been passed on. The answer will come by e-mail.',
  },
  registration_approved: { fr: 'La demande est acceptée.', en: 'The request is approved.' },
  registration_refused: { fr: 'La demande est refusée.', en: 'The request is refused.' },
  invite_deleted: { fr: 'L’invitation a été supprimée.', en: 'The invitation has been deleted.' },
  emoji_deleted: { fr: 'L’emoji a été supprimé.', en: 'The emoji has been deleted.' },
  threads_read: { fr: 'Les fils sont lus.', en: 'Threads are read.' },
  message_deleted: { fr: 'Le message a été supprimé.', en: 'The message has been deleted.' },
  scheduled_cancelled: { fr: 'L’envoi programmé est annulé.', en: 'The scheduled message is cancelled.' },
  reminder_cancelled: { fr: 'Le rappel est annulé.', en: 'The reminder is cancelled.' },
  society_requested: {
    fr: 'Votre demande pour rejoindre la société a été envoyée.',
    en: 'Your request to join the company has been sent.',
  },
  society_joined: { fr: 'Vous avez rejoint la société.', en: 'You have joined the company.' },
  society_left: {
    fr: 'Votre demande pour quitter la société a été envoyée.',
    en: 'Your request to leave the company has been sent.',
  },
  society_cancelled: { fr: 'Votre demande a été annulée.', en: 'Your request has been cancelled.' },
  society_accepted: {
    fr: 'La personne a été ajoutée à la société.',
    en: 'This person has been added to the company.',
  },
  society_declined: { fr: 'La demande a été refusée.', en: 'The request has been declined.' },
  society_owner_added: {
    fr: 'La personne est maintenant propriétaire de la société.',
    en: 'This person now owns the company.',
  },
  society_removed: {
    fr: 'La personne a été retirée de la société.',
    en: 'This person has been removed from the company.',
  },
  society_updated: { fr: 'La société a été modifiée.', en: 'The company has been changed.' },
  society_deleted: { fr: 'La société a été supprimée.', en: 'The company has been deleted.' },
  whitelist_added: {
    fr: 'L’adresse a été ajoutée à la liste blanche.',
    en: 'The address has been added to the whitelist.',
  },
  whitelist_imported: {
    fr: 'Les adresses ont été importées dans la liste blanche.',
    en: 'The addresses have been imported into the whitelist.',
  },
  whitelist_removed: {
    fr: 'L’adresse a été retirée de la liste blanche.',
    en: 'The address has been removed from the whitelist.',
  },
  report_passed_on: {
    fr: 'Le signalement est transmis aux personnes qui administrent Palabre.',
    en: 'The report has been passed on to the people who run this Palabre.',
  },
  report_deleted: { fr: 'Le signalement a été supprimé.', en: 'The report has been deleted.' },
  user_banned: { fr: 'Banni !', en: 'Banned!' },
  user_unbanned: { fr: 'Cette adresse n’est plus bannie.', en: 'This address is no longer banned.' },
  all_read_undone: { fr: 'Ce qui était non lu l’est de nouveau.', en: 'What was unread is unread again.' },
  all_read: { fr: 'Tout est marqué comme lu.', en: 'Everything is marked as read.' },
  export_asked: {
    fr: 'Votre export est en préparation.',
    en: 'Your export is being prepared.',
  },
  notifications_read: { fr: 'Les notifications sont lues.', en: 'The notifications are marked as read.' },
} as const satisfies Record<string, { fr: string; en: string }>;

/** Key of a success sentence. */
export type Sentence = keyof typeof sentences;
