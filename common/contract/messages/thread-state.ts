import { z } from 'zod';
import { id, limits, time } from '../fields.ts';
import { Sender } from '../people/users.ts';

/** Home of a thread, a channel or a conversation: exactly one id is set. */
export const Parent = z
  .object({ channelId: id.nullable(), conversationId: id.nullable().meta({ example: null }) })
  .meta({ id: 'Parent', description: 'The channel or conversation that the thread belongs to.' });
export type Parent = z.infer<typeof Parent>;

/** Fields of any record that may stand in a thread. */
export const inThread = {
  threadId: id.optional().meta({
    description:
      'The thread, by the id of its root message; then `channelId` and `conversationId` are null. Absent: not in a thread.',
  }),
  parent: Parent.optional().meta({ description: 'Present with `threadId`.' }),
};

/** State of a thread, for one person. */
export const ThreadState = z
  .object({
    replies: z.number().int().meta({ description: '0: there is no thread, or no longer.', example: 12 }),
    lastAt: time.nullable().meta({ description: 'Time of the last reply; null without replies.' }),
    people: z.array(Sender).meta({ description: `Who replied last, at most ${limits.threadPeople}, the last first.` }),
    unread: z.number().int().meta({
      description: 'Unread replies of other people, 100 meaning 100 or more; 0 unless the caller follows the thread.',
      example: 3,
    }),
    following: z.boolean().meta({ description: 'Whether the caller follows the thread.', example: true }),
    read: z.number().int().meta({
      description:
        'Position up to which the caller has read the thread when `unread` was counted; 0 unless the caller follows it. A client that knows another position reads the state again.',
      example: 11,
    }),
    seq: z.number().int().meta({
      description: 'seq of the thread’s last change when this state was read; a state of a lower seq is older.',
      example: 14,
    }),
  })
  .meta({ id: 'ThreadState' });
export type ThreadState = z.infer<typeof ThreadState>;

/** Fields of a message about the thread under it, or about the other copy of a reply also shown in the channel. */
export const aboutThreads = {
  deleted: z.literal(true).optional().meta({
    description: 'The message was deleted, and stays without content above the replies of its thread. Absent: no.',
  }),
  thread: ThreadState.optional().meta({
    description:
      'State of the thread under the message, where messages are read as part of a page, of changes or of a thread. Events and the answers of changes leave it out: `updateThread` tells it. Absent there: no thread.',
  }),
  copyId: id.optional().meta({
    description: 'For a reply that the channel or conversation shows too: id of its copy there. Absent: none.',
  }),
  copyOf: z.object({ _id: id, threadId: id }).optional().meta({
    description: 'The reply of which this message is the copy in the channel or conversation. Absent: no copy.',
  }),
};
