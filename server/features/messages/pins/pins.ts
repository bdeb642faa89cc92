import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { isThread, type PlaceAccess } from '../../../platform/access/access.places.ts';
import type { MessageAccess } from '../../../platform/access/access.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { changeInPlace, unchanged } from '../timeline/open/change-in-place.ts';
import { readMessage, toMessage } from '../timeline/open/messages.store.ts';
import { readPin, writePin } from './pins.store.ts';

/** Handlers of pins: pin, unpin, list. */
export const pins: Handlers<typeof api.pins> = {
  pin: {
    runs: 'own transactions',
    handle: ({ actor, record, services }) => setPin(services, actor, record, true),
  },

  unpin: {
    runs: 'own transactions',
    handle: ({ actor, record, services }) => setPin(services, actor, record, false),
  },

  ofChannel: {
    runs: 'own loading',
    handle: ({ actor, params, services }) => readPins(services, actor, params.id, 'channel'),
  },

  ofConversation: {
    runs: 'own loading',
    handle: ({ actor, params, services }) => readPins(services, actor, params.id, 'conversation'),
  },
};

/** Pins or unpins a message; a repeat changes nothing and emits nothing. */
async function setPin(
  services: Services,
  actor: Actor,
  { message: { id }, place, rights }: MessageAccess,
  wanted: boolean,
): Promise<{ message: Message }> {
  demand(can.pin(rights), 'forbidden');
  demand(!isThread(place), 'reply_not_pinned');
  await services.limits.spend('mark', actor.userId);
  return changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
    const { pinned, count } = await readPin(db, id, place.placeId);
    if (pinned === wanted) return unchanged({ message: await readMessage(db, id, place) });
    demand(!wanted || count < limits.pinsPerPlace, 'too_many_pins');
    await writePin(db, id, wanted, seq);
    const message = await readMessage(db, id, place);
    tell('updateMessage', message);
    return { message };
  });
}

async function readPins({ pins }: Services, actor: Actor, id: string, kind: PlaceAccess['kind']) {
  const { place, rows, seq } = await pins(actor, id, { count: limits.pinsPerPlace });
  demand(place.kind === kind && !isThread(place), 'not_found');
  return { messages: rows.map(row => toMessage(row, place)), seq };
}
