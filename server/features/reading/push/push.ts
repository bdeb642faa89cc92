import type { api } from '@palabre/common/contract/index.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { testPush } from './push.payload.ts';
import { deleteSubscription, noteSent, readDevices, readTarget, storeSubscription } from './subscriptions.store.ts';

/** Handlers of pushes: the key, a person's devices, and the test push. */
export const push: Handlers<typeof api.push> = {
  async key({ services }) {
    return { key: services.pushes.key };
  },

  async devices({ db, actor }) {
    return { devices: await readDevices(db, actor.userId, actor.sid) };
  },

  async subscribe({ work, actor, body, language, services: { pushes, pushSubscribers, limits } }) {
    demand(pushes.key !== null, 'push_unavailable');
    demand(pushes.accepts(body), 'push_subscription_refused');
    await limits.spend('push', actor.userId);
    const id = (await storeSubscription(work.db, actor, { ...body, language })) ?? fail('too_many_push_devices');
    work.afterCommit(() => pushSubscribers.tell());
    const [device] = await readDevices(work.db, actor.userId, actor.sid, id);
    return { device: device ?? fail('unauthorized') };
  },

  async unsubscribe({ work, actor, body, say }) {
    await deleteSubscription(work.db, actor.userId, body.id ? { id: body.id } : { sid: actor.sid });
    return { message: say('push_stopped') };
  },

  test: {
    runs: 'own transactions',
    async handle({ actor, body, services }) {
      const { pushes, limits, database } = services;
      const db = database.kysely;
      demand(pushes.key !== null, 'push_unavailable');
      const target = (await readTarget(db, actor.userId, body.id)) ?? fail('not_found');
      await limits.spend('push', actor.userId);
      const sent = await pushes.send(target, testPush(body.id, target.language));
      await noteSent(db, body.id, sent, new Date());
      const [device = null] = await readDevices(db, actor.userId, actor.sid, body.id);
      return { ...sent, device };
    },
  },
};
