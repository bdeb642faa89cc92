import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';

/** A place for messages: a channel or a conversation. */
export type Place =
  | { channelId: string; conversationId?: undefined }
  | { conversationId: string; channelId?: undefined };

/** Returns the place's id, which is unique among channels and conversations together. */
export function placeKey(place: Place): string {
  return place.channelId ?? place.conversationId ?? '';
}

/** Returns the place that a message or an event names. */
export function placeOf({ channelId, conversationId }: PlaceIds): Place {
  return channelId ? { channelId } : { conversationId: conversationId ?? '' };
}
