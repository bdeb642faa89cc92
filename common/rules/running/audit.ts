/** Actions that the journal records, of people who run Palabre, a society or a workspace. */
export const auditActions = {
  workspace_updated: { fr: 'Workspace modifié', en: 'Workspace changed' },
  workspace_deleted: { fr: 'Workspace supprimé', en: 'Workspace deleted' },
  workspace_passed_on: { fr: 'Workspace transmis', en: 'Workspace passed on' },
  member_kicked: { fr: 'Membre exclu', en: 'Member removed' },
  member_banned: { fr: 'Membre banni', en: 'Member banned' },
  member_unbanned: { fr: 'Bannissement levé', en: 'Member ban lifted' },
  channel_updated: { fr: 'Salon modifié', en: 'Channel changed' },
  channel_deleted: { fr: 'Salon supprimé', en: 'Channel deleted' },
  role_created: { fr: 'Rôle créé', en: 'Role created' },
  role_updated: { fr: 'Rôle modifié', en: 'Role changed' },
  role_deleted: { fr: 'Rôle supprimé', en: 'Role deleted' },
  invite_deleted: { fr: 'Invitation supprimée', en: 'Invitation deleted' },
  emoji_deleted: { fr: 'Emoji supprimé', en: 'Emoji deleted' },
  message_urgent: { fr: 'Message urgent', en: 'Urgent message' },
  message_deleted: { fr: 'Message d’autrui supprimé', en: 'Someone’s message deleted' },
  society_updated: { fr: 'Société modifiée', en: 'Society changed' },
  society_deleted: { fr: 'Société supprimée', en: 'Society deleted' },
  society_accepted: { fr: 'Demande acceptée', en: 'Request accepted' },
  society_declined: { fr: 'Demande refusée', en: 'Request declined' },
  society_owner_added: { fr: 'Propriétaire de société ajouté', en: 'Society owner added' },
  society_member_removed: { fr: 'Membre de société retiré', en: 'Society member removed' },
  society_whitelist: { fr: 'Liste blanche modifiée', en: 'Whitelist changed' },
  user_banned: { fr: 'Compte banni', en: 'Account banned' },
  user_unbanned: { fr: 'Adresse retirée des bannis', en: 'Address no longer banned' },
  user_suspended: { fr: 'Compte suspendu', en: 'Account suspended' },
  user_restored: { fr: 'Compte rétabli', en: 'Account restored' },
  user_deleted: { fr: 'Compte supprimé', en: 'Account deleted' },
  report_handled: { fr: 'Signalement traité', en: 'Report handled' },
  report_reopened: { fr: 'Signalement rouvert', en: 'Report reopened' },
  report_assigned: { fr: 'Signalement confié', en: 'Report assigned' },
  report_noted: { fr: 'Note ajoutée à un signalement', en: 'Note added to a report' },
  report_answered: { fr: 'Réponse à un signalement', en: 'Report answered' },
  report_deleted: { fr: 'Signalement supprimé', en: 'Report deleted' },
  disconnection_updated: { fr: 'Déconnexion modifiée', en: 'Disconnection changed' },
  administrator_made: { fr: 'Administrateur nommé', en: 'Administrator appointed' },
} as const satisfies Record<string, { fr: string; en: string }>;

/** Action of a journal entry. */
export type AuditAction = keyof typeof auditActions;

/** Fields that a journal entry may list as changed, for any kind of target. */
export const auditChanges = {
  title: { fr: 'titre', en: 'title' },
  name: { fr: 'nom', en: 'name' },
  description: { fr: 'description', en: 'description' },
  logo: { fr: 'logo', en: 'logo' },
  society: { fr: 'société', en: 'society' },
  restricted: { fr: 'accès restreint', en: 'restricted access' },
  tags: { fr: 'étiquettes', en: 'tags' },
  welcomeChannel: { fr: 'salon d’accueil', en: 'welcome channel' },
  autoDelete: { fr: 'suppression automatique', en: 'automatic deletion' },
  announceMoves: { fr: 'arrivées et départs annoncés', en: 'arrivals and departures announced' },
  visibility: { fr: 'visibilité', en: 'visibility' },
  color: { fr: 'couleur', en: 'colour' },
  rank: { fr: 'rang', en: 'rank' },
  permissions: { fr: 'permissions', en: 'permissions' },
  channels: { fr: 'salons ouverts', en: 'channels opened' },
  users: { fr: 'personnes', en: 'people' },
  hours: { fr: 'horaires par défaut', en: 'default hours' },
  charter: { fr: 'charte', en: 'charter' },
  added: { fr: 'ajout', en: 'added' },
  removed: { fr: 'retrait', en: 'removed' },
} as const satisfies Record<string, { fr: string; en: string }>;

/** Changed field of a journal entry. */
export type AuditChange = keyof typeof auditChanges;
