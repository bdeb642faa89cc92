import { z } from 'zod';
import { event } from '../define.ts';
import { id, like } from '../fields.ts';
import { inThread } from './thread-state.ts';

/**
 * Seconds: `every` between two typing events of a person, `shown` after each, `settled` after a message, when no typing
 * is shown.
 */
export const typingTimes = { every: 3, shown: 5, settled: 1 } as const;

/** Event of a person who types. */
export const typingEvent = event(
  z.object({
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    threadId: inThread.threadId,
    userId: id,
    firstName: like('Camille'),
    lastName: like('Riou'),
  }),
  `people who may read the channel or conversation, except the person typing; clients show it for ${typingTimes.shown} s, and a client that was disconnected does not receive it later`,
);
