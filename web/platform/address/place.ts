import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';

/** Where messages are: a channel or a conversation, exactly one. */
export type Place =
  | { channelId: string; conversationId?: undefined }
  | { conversationId: string; channelId?: undefined };

/** The id of the place: channels and conversations share one space of ids. */
export function placeKey(place: Place): string {
  return place.channelId ?? place.conversationId ?? '';
}

/** The place that a message or an event names. */
export function placeOf({ channelId, conversationId }: PlaceIds): Place {
  return channelId ? { channelId } : { conversationId: conversationId ?? '' };
}
