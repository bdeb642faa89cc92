import { api } from '@palabre/common/contract/index.ts';
import { useEffect } from 'react';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { type Edit, loseEdit } from '../../outbox/open/writing.ts';
import { useTimelines } from '../../timeline/open/timelines.store.ts';

/** Turns an edit into a draft when its message goes, here or while disconnected. */
export function useWatchEdit(place: Place, edit: Edit | null): void {
  const key = placeKey(place);
  const messageId = edit?.kind === 'sent' ? edit.id : null;
  const nonce = edit?.kind === 'unsent' ? edit.id : null;

  const fate = useTimelines(({ places }) => {
    const timeline = places[key]?.timeline;
    if (!messageId || !timeline?.loaded) return 'unknown';
    if (timeline.gone.has(messageId)) return 'gone';
    return timeline.messages.some(({ _id }) => _id === messageId) ? 'here' : 'beyond';
  });
  useEffect(() => {
    if (!messageId) return;
    if (fate === 'gone') loseEdit(key, messageId, 'deleted');
    if (fate !== 'beyond') return;
    call(api.messages.one, { params: { id: messageId } }).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.status === 404) loseEdit(key, messageId, 'deleted');
      else logFailure('Whether the message being changed still exists is not known', cause);
    });
  }, [key, messageId, fate]);

  useEffect(() => {
    if (!nonce) return;
    const waits = ({ entries }: ReturnType<typeof useOutbox.getState>) => entries.some(entry => entry.nonce === nonce);
    return useOutbox.subscribe((now, before) => {
      if (waits(before) && !waits(now)) loseEdit(key, nonce, 'left');
    });
  }, [key, nonce]);
}
