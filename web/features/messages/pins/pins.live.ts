import { api } from '@palabre/common/contract/index.ts';
import type { Message, PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import type { QueryClient } from '@tanstack/react-query';
import { placeKey, placeOf } from '../../../platform/address/place.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { keyOf, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';
import { senderOf } from '../../people/users/open/known-people.ts';
import { withAnswered, withAuthor } from '../timeline/open/answered.ts';
import { pinsOf } from './open/pins.queries.ts';

interface Pins {
  messages: Message[];
  seq: number;
}

type Change = PlaceIds & { seq: number };

/** Updates the cached pins of a place, unless they are newer than the event; refetches when a fetch is pending. */
function change(client: QueryClient, event: Change, step: (pins: Message[]) => Message[]): void {
  const place = placeOf(event);
  const [list, input] = [pinsOf(place), { params: { id: placeKey(place) } }];
  patchQuery(client, list, input, (old: Pins) =>
    event.seq > old.seq ? { seq: event.seq, messages: step(old.messages) } : old,
  );
  const which = { queryKey: keyOf(list, input), exact: true };
  if (client.isFetching(which) === 0) return;
  // A refetch would wait for the first answer, which may be from before the event.
  if (client.getQueryData(which.queryKey) === undefined) void client.resetQueries(which);
  else refetch(client, list, input);
}

/** Puts a message into the pins, latest pin first; an existing pin keeps its place. */
function withMessage(pins: Message[], message: Message): Message[] {
  const known = pins.some(({ _id }) => _id === message._id);
  if (!message.pinned) return known ? without(pins, message._id) : pins;
  return known ? pins.map(one => (one._id === message._id ? message : one)) : [message, ...pins];
}

const without = (pins: Message[], id: string) => pins.filter(({ _id }) => _id !== id);

function applySender(client: QueryClient, sender: Message['sender']): void {
  const isTheirs = ({ sender: { _id }, replyTo }: Message) => [_id, replyTo?.sender?._id].includes(sender._id);
  const signed = (message: Message) =>
    withAuthor(message.sender._id === sender._id ? { ...message, sender } : message, sender);
  for (const list of [api.pins.ofChannel, api.pins.ofConversation]) {
    patchQueries(client, list, (old: Pins) =>
      old.messages.some(isTheirs) ? { ...old, messages: old.messages.map(signed) } : old,
    );
  }
}

const forget = (client: QueryClient, place: PlaceIds) => {
  const gone = placeOf(place);
  client.removeQueries({ queryKey: keyOf(pinsOf(gone), { params: { id: placeKey(gone) } }), exact: true });
};

/** Applies the events of messages to the cached pins. */
export const pinsLive = {
  updateMessage: (message, client) =>
    change(client, message, pins => [
      ...withAnswered(withMessage(pins, message), new Map([[message._id, message]]), new Set()),
    ]),
  deleteMessage: (event, client) =>
    change(client, event, pins => [...withAnswered(without(pins, event._id), new Map(), new Set([event._id]))]),
  updateUser: (person, client) => applySender(client, senderOf(person)),
  deleteUser: ({ _id }, client) => applySender(client, { _id, firstName: goneName, lastName: '', avatar: null }),
  deleteChannel: ({ _id: channelId }, client) => forget(client, { channelId }),
  deleteConversation: ({ _id: conversationId }, client) => forget(client, { conversationId }),
} satisfies LiveHandlers;
