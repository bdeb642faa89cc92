import { CompiledQuery } from 'kysely';
import { type Pool, readersOf, rightKey } from '../../../platform/access/access.places.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Work } from '../../../platform/work.ts';
import { messageLink } from '../../reading/notifications/open/message-notifications.store.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { deleteLeft, type Leaving, readReminded } from './scheduled.store.ts';

const said = {
  readable: 'Vous vouliez revenir à ce message.',
  gone: 'Vous vouliez revenir à un message qui n’existe plus, ou que vous ne pouvez plus lire.',
};

/**
 * Notifies people of their due reminders: a link to the message and its author, never its text, which thus
 * disappears with the message. Runs in the transaction that deletes the reminders, so that each is sent once.
 */
export async function remind(work: Work, due: readonly Leaving[]): Promise<void> {
  const { db, emit } = work;
  const pool: Pool = { query: ({ text, values }) => db.executeQuery(CompiledQuery.raw(text, values)) };
  const pairs = due.map(({ author_id: userId, reminds_of: of }) => ({ userId, messageId: of ?? '' }));
  const readable = await readersOf(pool, pairs, ({ canRead }) => canRead);
  const reminded = await readReminded(
    db,
    pairs.map(({ messageId }) => messageId),
  );
  const told = new Set(
    (
      await deleteLeft(
        db,
        due.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  for (const { id, author_id: userId, reminds_of: of } of due) {
    if (!of || !told.has(id)) continue;
    const message = readable.has(rightKey(userId, of)) ? reminded.get(of) : undefined;
    emit('deleteScheduled', { _id: id }, to(rooms.user(userId)));
    await notify(work, [userId], {
      type: 'reminder',
      content: message ? said.readable : said.gone,
      link: message ? messageLink(message, of) : '/scheduled',
      actorId: message && message.senderId !== userId ? message.senderId : null,
      subject: `reminder:${id}`,
    });
  }
}
