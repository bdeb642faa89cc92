import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ScheduledFailure } from '@palabre/common/contract/messages/scheduled.ts';
import { asAppError, fail } from '../../../platform/http/errors.ts';
import { rested } from '../../../platform/pacing/rested.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { toScheduled } from './open/scheduled.store.ts';
import { remind } from './reminders.ts';
import { commitSoon, deleteLeft, type Leaving, noteFailure, takeDue } from './scheduled.store.ts';

/** Batch size; people's posts are stored in parallel, and wait for no more than one batch. */
const atOnce = 16;
/** Longest rest after a batch, short enough for 10,000 due messages to leave within a minute. */
const restAtMostMs = 40;
/** Limit on the tries of a message, a minute apart, while temporary failures refuse it. */
const triedAtMost = 30;

/** Permanent failures, which a retry would meet again, by the code that refuses the post. */
const failures: Partial<Record<ErrorCode, ScheduledFailure>> = {
  not_found: 'place_gone',
  cannot_write: 'cannot_write',
  message_not_found: 'message_gone',
  answered_deleted: 'message_gone',
  thread_full: 'thread_full',
};

const reasons: Record<ScheduledFailure, string> = {
  place_gone: 'le salon ou la conversation n’existe plus, ou vous n’y êtes plus',
  cannot_write: 'vous ne pouvez plus écrire dans ce salon',
  message_gone: 'le message auquel il répond n’existe plus',
  thread_full: 'le fil auquel il répond est plein',
  account_banned: 'votre compte a été banni',
  account_suspended: 'votre compte était suspendu',
  unavailable: 'Palabre n’a pas pu l’envoyer',
};

/** Path of the list of scheduled messages. */
const listPath = '/scheduled';

type Outcome = { left: Message | null } | { failed: ScheduledFailure; refused?: unknown } | { again: unknown };

/** Sends due messages in batches, with a rest after each. */
export async function leaveDue(services: Services): Promise<void> {
  const leaveSome = async () => {
    const taken = await takeDue(services.database.kysely, services.scheduleClock(), atOnce);
    if (taken.length > 0) await leave(services, taken);
    return taken.length > 0;
  };
  while (await rested(leaveSome, restAtMostMs));
}

async function leave(services: Services, taken: readonly Leaving[]): Promise<void> {
  const messages = taken.filter(({ reminds_of: of }) => of === null);
  const outcomes = await Promise.all(messages.map(one => post(services, one)));
  await inTransaction(services, async work => {
    await commitSoon(work.db);
    const left = messages.filter((_, i) => 'left' in (outcomes[i] as Outcome)).map(({ id }) => id);
    await end(work, left);
    for (const [i, { id }] of messages.entries()) {
      const outcome = outcomes[i] as Outcome;
      if ('failed' in outcome) await endFailed(work, id, outcome.failed, { isToNotify: true });
    }
    const reminders = taken.filter(({ reminds_of: of }) => of !== null);
    if (reminders.length > 0) await remind(work, reminders);
  });
}

/**
 * Sends a message now, for its author, who waits for the answer.
 * @throws the error that refuses the post; the text is kept
 */
export async function leaveNow(services: Services, taken: Leaving): Promise<Message> {
  const outcome = await post(services, taken);
  if ('again' in outcome) throw outcome.again;
  await inTransaction(services, work =>
    'left' in outcome ? end(work, [taken.id]) : endFailed(work, taken.id, outcome.failed, { isToNotify: false }),
  );
  if ('failed' in outcome) throw outcome.refused;
  return outcome.left ?? fail('not_found');
}

/** Posts a message on behalf of its author, through the queue of posts; the author's current rights count. */
async function post({ posts }: Pick<Services, 'posts'>, one: Leaving): Promise<Outcome> {
  if (one.banned) return { failed: 'account_banned' };
  if (one.suspended) return { failed: 'account_suspended' };
  try {
    const { message } = await posts.post({
      ...{ id: one.id, senderId: one.author_id, nonce: one.nonce, content: one.content },
      ...{ placeId: one.place_id, threadOf: one.thread_of, alsoInPlace: one.also_in_place },
      ...{ replyTo: one.reply_to, replyNotifies: one.reply_notifies },
      ...(one.files && { files: one.files }),
    });
    return { left: message };
  } catch (error) {
    const failed = failures[asAppError(error).code];
    if (failed) return { failed, refused: error };
    return one.tries >= triedAtMost ? { failed: 'unavailable', refused: error } : { again: error };
  }
}

/** Removes sent messages from their authors' lists. */
async function end(work: Work, ids: readonly string[]): Promise<void> {
  for (const { id, author_id: authorId } of await deleteLeft(work.db, ids)) {
    work.emit('deleteScheduled', { _id: id }, to(rooms.user(authorId)));
  }
}

async function endFailed(
  work: Work,
  id: string,
  failure: ScheduledFailure,
  { isToNotify }: { isToNotify: boolean },
): Promise<void> {
  const row = await noteFailure(work.db, id, failure);
  if (!row) return end(work, [id]);
  work.emit('updateScheduled', toScheduled(row), to(rooms.user(row.author_id)));
  if (!isToNotify) return;
  await notify(work, [row.author_id], {
    type: 'message',
    content: `Votre message programmé n’est pas parti\u00a0: ${reasons[failure]}. Son texte est gardé.`,
    link: listPath,
    actorId: null,
    subject: `scheduled:${id}`,
  });
}
