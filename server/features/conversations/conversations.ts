import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { readGuestFacts } from '../../platform/access/people.store.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { type Db, newId } from '../../platform/postgres/db.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import type { Work } from '../../platform/work.ts';
import {
  addPeople,
  claimPair,
  deleteConversation,
  findPeople,
  hide,
  insertConversation,
  readConversation,
  readConversations,
  readPeople,
  removePerson,
  setTitle,
  showToAll,
  unhide,
} from './open/conversations.store.ts';

/** Handlers of conversations: list, begin, rename, add people, leave, hide or delete. */
export const conversations: Handlers<typeof api.conversations> = {
  async list({ db, actor, query }) {
    return readConversations(db, actor.userId, query.cursor);
  },

  async one({ db, params }) {
    return { conversation: await readConversation(db, params.id) };
  },

  async create({ work, actor, body, services, status }) {
    const { db } = work;
    const users = await peopleNamed(db, [actor.userId, ...body.users]);
    demand(users.length > 1 && users.length <= limits.conversationPeople, 'invalid_input');
    const id = newId();
    const pair = pairIn(users);
    const begun = pair ? await claimPair(db, pair, id) : id;
    if (begun !== id) {
      status(200);
      return { conversation: await beginAgain(work, begun, actor.userId) };
    }
    await demandTogether(db, actor.userId, users);
    await services.limits.spend('makeConversation', actor.userId);
    await insertConversation(db, { id, creatorId: actor.userId, users });
    work.rightsChanged(users);
    const conversation = await readConversation(db, id);
    work.emit('newConversation', conversation, to(rooms.conversation(id)));
    return { conversation };
  },

  async rename({ work, params, record, body }) {
    const { db } = work;
    demand(can.changeConversation(record.facts), 'conversation_of_two');
    await setTitle(db, params.id, body.title);
    const conversation = await readConversation(db, params.id);
    work.emit('updateConversation', conversation, to(rooms.conversation(conversation._id)));
    return { conversation };
  },

  async add({ work, actor, record, body }) {
    const { db } = work;
    const { id } = record.conversation;
    demand(can.growConversation(record.facts), 'conversation_of_two');
    const there = new Set(await readPeople(db, id));
    const added = (await peopleNamed(db, body.users)).filter(user => !there.has(user));
    demand(there.size + added.length <= limits.conversationPeople, 'conversation_full');
    if (added.length === 0) return { conversation: await readConversation(db, id) };
    await demandTogether(db, actor.userId, added);
    await addPeople(db, id, added);
    await showToAll(db, id);
    work.rightsChanged(added);
    const conversation = await readConversation(db, id);
    const theirs = added.map(rooms.user);
    work.emit('newConversation', conversation, to(...theirs));
    work.emit('updateConversation', conversation, { rooms: [rooms.conversation(id)], except: theirs });
    return { conversation };
  },

  async leave({ work, actor, record, say }) {
    const { db } = work;
    const { id } = record.conversation;
    demand(can.changeConversation(record.facts), 'conversation_of_two');
    await removePerson(db, id, actor.userId);
    work.rightsChanged([actor.userId]);
    work.emit('deleteConversation', { _id: id }, to(rooms.user(actor.userId)));
    work.emit('updateConversation', await readConversation(db, id), to(rooms.conversation(id)));
    return { message: say('conversation_left') };
  },

  async remove({ work, actor, record, say }) {
    const { db } = work;
    const { id } = record.conversation;
    if (can.hideConversation(record.facts)) {
      await hide(db, id, actor.userId);
      work.emit('deleteConversation', { _id: id }, to(rooms.user(actor.userId)));
      return { message: say('conversation_hidden') };
    }
    demand(can.deleteConversation(actor, record.facts), 'forbidden');
    const theirs = await readPeople(db, id);
    await deleteConversation(db, id);
    work.rightsChanged(theirs);
    work.emit('deleteConversation', { _id: id }, to(...theirs.map(rooms.user)));
    return { message: say('conversation_deleted') };
  },
};

/** Returns the given ids without repeats; fails with `user_not_found` if an id belongs to no user. */
async function peopleNamed(db: Db, ids: readonly string[]): Promise<string[]> {
  const named = [...new Set(ids)];
  demand((await findPeople(db, named)).length === named.length, 'user_not_found');
  return named;
}

/**
 * Refuses to bring a guest together with people who share no channel with the guest: a guest learns nothing about such
 * people, and a member who shares no channel with a guest is told so.
 */
async function demandTogether(db: Db, userId: string, users: readonly string[]): Promise<void> {
  const facts = await readGuestFacts(db, userId, [...new Set([userId, ...users])]);
  const me = facts.find(({ id }) => id === userId);
  for (const { id, isGuest, shareAChannel } of facts) {
    if (id === userId || can.talkWith({ isGuest: me?.isGuest ?? false }, { isGuest }, shareAChannel)) continue;
    fail(me?.isGuest ? 'user_not_found' : 'guest_apart');
  }
}

const pairIn = ([one, other, ...more]: readonly string[]): [string, string] | undefined =>
  one && other && more.length === 0 ? [one, other] : undefined;

/** Returns the existing direct conversation to a person who begins it again, and shows it if they had hidden it. */
async function beginAgain(work: Work, id: string, userId: string) {
  const shown = await unhide(work.db, id, userId);
  const conversation = await readConversation(work.db, id);
  if (shown) work.emit('newConversation', conversation, to(rooms.user(userId)));
  return conversation;
}
