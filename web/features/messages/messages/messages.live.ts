import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { placeKey, placeOf } from '../../../platform/address/place.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { useSession } from '../../../platform/session/session.ts';
import { senderOf } from '../../people/users/open/known-people.ts';
import { drop } from '../outbox/open/outbox.ts';
import { applySender } from '../timeline/open/authors.ts';
import { forgetPlaceAndThreads } from '../timeline/open/timelines.store.ts';
import { applyChange } from '../timeline/open/timelines.ts';
import { noteSender, noteWriter } from './typing/typing.ts';

/** Adds a message to its timeline before it leaves the outbox: its row never disappears in between. */
function receive(message: Message): void {
  applyChange(placeOf(message), { seq: message.seq, message });
  if (message.nonce && message.sender._id === useSession.getState().user?._id) drop(message.nonce);
}

/** Applies the events of messages and typing to timelines and the outbox. */
export const messagesLive = {
  newMessage(message) {
    receive(message);
    noteSender(placeKey(placeOf(message)), message.sender._id);
  },
  updateMessage: receive,
  typing: noteWriter,
  deleteMessage: event => applyChange(placeOf(event), { seq: event.seq, deleted: event._id, kept: event.kept }),
  updateUser: person => applySender(senderOf(person)),
  deleteUser: ({ _id }) => applySender({ _id, firstName: goneName, lastName: '', avatar: null }),
  deleteChannel: ({ _id }) => forgetPlaceAndThreads(_id),
  deleteConversation: ({ _id }) => forgetPlaceAndThreads(_id),
} satisfies LiveHandlers;
