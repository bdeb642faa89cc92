import { sql } from 'kysely';

/**
 * Condition true of every message, under which the index of what a person wrote, `messages_sender`, is kept. Only a
 * statement that repeats the condition uses the index: the look for a nonce does not, and reads no list of its sender.
 */
export const inSenderIndex = sql.raw('messages.seq > 0');
