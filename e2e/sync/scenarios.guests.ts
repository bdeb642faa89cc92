import { api } from '@palabre/common/contract/index.ts';
import { inDays } from '../../server/test/people/guests.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import type { Scene } from './scene.ts';

const stay = ({ params, visitor }: Scene) => ({ ...params, userId: visitor.id });

/** Scenarios of guests; the visitor is one of the open channel. */
export const ofGuests: Record<string, Record<string, Scenario>> = {
  'guests.update': {
    'let into a private channel, and out of the open one': now(scene =>
      scene.owner.ok(api.guests.update, { params: stay(scene), body: { channels: [scene.private._id] } }),
    ),
    renewed: keeps(
      now(scene => scene.owner.ok(api.guests.update, { params: stay(scene), body: { endsAt: inDays(60) } })),
    ),
    'back after the end': async scene => {
      await scene.owner.ok(api.guests.end, { params: stay(scene) });
      return () => scene.owner.ok(api.guests.update, { params: stay(scene), body: { endsAt: inDays(60) } });
    },
    'let into the private channel, which opens': async scene => {
      const body = { channels: [scene.private._id, scene.open._id] };
      await scene.owner.ok(api.guests.update, { params: stay(scene), body });
      const params = { id: scene.private._id };
      return () => scene.owner.ok(api.channels.update, { params, body: { visibility: 'public', title: 'atelier' } });
    },
  },
  'guests.end': {
    'by the sponsor': now(scene => scene.owner.ok(api.guests.end, { params: stay(scene) })),
  },
};
