/** What a success says in its `message`: the sentences of the specification, and ours in its manner. */
export const sentences = {
  logged_out: { fr: 'Vous êtes déconnecté.', en: 'You are signed out.' },
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
  member_unbanned: { fr: 'Le bannissement a été levé.', en: 'The ban has been lifted.' },
  channel_created: { fr: 'Canal créé avec succès !', en: 'Channel created!' },
  channel_deleted: { fr: 'Le canal a été supprimé.', en: 'The channel has been deleted.' },
  conversation_deleted: { fr: 'La conversation a été supprimée.', en: 'The conversation has been deleted.' },
  conversation_left: { fr: 'Vous avez quitté la conversation.', en: 'You have left the conversation.' },
  role_created: { fr: 'Le rôle a été créé.', en: 'The role has been created.' },
  role_updated: { fr: 'Le rôle a été modifié.', en: 'The role has been changed.' },
  role_deleted: { fr: 'Le rôle a été supprimé.', en: 'The role has been deleted.' },
  invite_deleted: { fr: 'L’invitation a été supprimée.', en: 'The invitation has been deleted.' },
  emoji_deleted: { fr: 'L’emoji a été supprimé.', en: 'The emoji has been deleted.' },
  message_deleted: { fr: 'Le message a été supprimé.', en: 'The message has been deleted.' },
  notifications_read: { fr: 'Les notifications sont lues.', en: 'The notifications are read.' },
} as const satisfies Record<string, { fr: string; en: string }>;

export type Sentence = keyof typeof sentences;
