/** Queries of the pins feature: the pinned messages of a channel or conversation. `PinsPanel.tsx` lists them. */

import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { ApiError, call, failureMessage } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { applyChange } from '../../timeline/open/timelines.ts';

/** Returns the endpoint that lists the pins of this kind of place. */
export const pinsOf = ({ channelId }: Place) => (channelId ? api.pins.ofChannel : api.pins.ofConversation);

/** Reads the pinned messages of a place; refetches at each mount. */
export function usePins(place: Place) {
  return useQuery({
    ...endpointQuery(pinsOf(place), { params: { id: placeKey(place) } }),
    select: answer => answer.messages,
    refetchOnMount: 'always',
    meta: { silent: true },
  });
}

/** Pins or unpins a message, and shows an alert; false when refused. */
export async function setPinned({ _id: id }: Message, pinned: boolean): Promise<boolean> {
  try {
    const { message } = await call(pinned ? api.pins.pin : api.pins.unpin, { params: { id } });
    applyChange(placeOf(message), { seq: message.seq, message });
    alerts.info(i18n.t(pinned ? 'pins:pinned' : 'pins:unpinned'));
    return true;
  } catch (cause) {
    const gone = cause instanceof ApiError && cause.status === 404;
    alerts.error(gone ? i18n.t('messages:messageGone') : failureMessage(cause));
    return false;
  }
}
