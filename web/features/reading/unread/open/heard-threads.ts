import { onSessionEnd } from '../../../../platform/session/session.ts';

/** First unread message of a state. */
type First = { _id: string; position: number };

/** Last reply of another person that each thread has received. */
const lastReplies = new Map<string, First>();
/** Position up to which each thread is read, according to events. */
const reads = new Map<string, number>();
/** Whether several threads were read at once: each one's position is then unknown. */
let isForgotten = false;

/** Notes the last reply of a thread. */
export const noteReply = (threadId: string, reply: First): void => void lastReplies.set(threadId, reply);
/** Returns the last reply of a thread, according to events. */
export const lastReplyIn = (threadId: string): First | undefined => lastReplies.get(threadId);

/** Notes the position up to which a thread is read. */
export const noteRead = (threadId: string, read: number): void => void reads.set(threadId, read);
/** Tells whether a thread may be read up to this position: the position is its known one, or none is known. */
export const mayBeRead = (threadId: string, read: number): boolean =>
  reads.has(threadId) ? reads.get(threadId) === read : !isForgotten;

/** Forgets how far threads are read, after several were read at once. */
export function forgetReads(): void {
  reads.clear();
  isForgotten = true;
}

onSessionEnd(() => {
  lastReplies.clear();
  reads.clear();
  isForgotten = false;
});
