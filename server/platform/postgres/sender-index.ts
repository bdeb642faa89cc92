import { sql } from 'kysely';

/**
 * Condition true of every message, which defines the partial index of messages by sender, `messages_sender`. Only a
 * statement that repeats the condition uses the index: the lookup of a nonce omits it, and so never reads all messages
 * of a sender.
 */
export const inSenderIndex = sql.raw('messages.seq > 0');
