import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';

/** A place for messages: a channel, a conversation or a thread, which has the id of its root message. */
export type Place =
  | { channelId: string; conversationId?: undefined; threadId?: undefined }
  | { conversationId: string; channelId?: undefined; threadId?: undefined }
  | { threadId: string; channelId?: undefined; conversationId?: undefined };

/** Returns the id of the place that a message, a state or an event names; unique among places of all kinds. */
export const idIn = ({ threadId, channelId, conversationId }: PlaceIds): string =>
  threadId ?? channelId ?? conversationId ?? '';

/** Returns the place's id. */
export const placeKey = (place: Place): string => idIn(place);

/** Returns the place that a message or an event names. */
export function placeOf({ threadId, channelId, conversationId }: PlaceIds): Place {
  if (threadId) return { threadId };
  return channelId ? { channelId } : { conversationId: conversationId ?? '' };
}
