/** A conversation, with the fields that decide rights. */
export interface ConversationFacts {
  creatorId: string | null;
  /** Whether the conversation was made as a group; a group stays a group, however few people are left. */
  isGroup: boolean;
  /** Number of people in the conversation. */
  people: number;
}

/** Rights of people in conversations, outside workspaces; a part of `can`. */
export const conversing = {
  /** Begins a conversation with somebody, or adds them to a group: a guest, only with people of a channel they share. */
  talkWith: (actor: { isGuest: boolean }, other: { isGuest: boolean }, shareAChannel: boolean): boolean =>
    !(actor.isGuest || other.isGuest) || shareAChannel,

  /** Sees a conversation and writes in it. */
  seeConversation: (actor: { isIn: boolean }): boolean => actor.isIn,

  /** Renames or leaves a conversation of more than two people. */
  changeConversation: (conversation: Pick<ConversationFacts, 'people'>): boolean => conversation.people > 2,

  /**
   * Adds people to a conversation: only to a group, so that messages of a direct conversation stay between its two people.
   */
  growConversation: (conversation: Pick<ConversationFacts, 'isGroup'>): boolean => conversation.isGroup,

  /** Hides a conversation of two people, for the actor only: nobody deletes it for the other person. */
  hideConversation: (conversation: Pick<ConversationFacts, 'people'>): boolean => conversation.people <= 2,

  /** Deletes a conversation of more than two people, for everyone in it. */
  deleteConversation: (actor: { userId: string }, conversation: ConversationFacts): boolean =>
    conversation.people > 2 && actor.userId === conversation.creatorId,
};
