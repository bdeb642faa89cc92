import { api } from '@palabre/common/contract/index.ts';
import { vi } from 'vitest';
import type { Person } from '../../server/test/harness.ts';
import { keeps, now, type Scenario } from './scenario.ts';

const subscribe = (person: Person) =>
  person.ok(api.push.subscribe, {
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${person.id}`,
      // Keys of the example of RFC 8291.
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  });

/** Scenarios of pushes to devices. */
export const ofPush: Record<string, Record<string, Scenario>> = {
  'push.subscribe': { 'a device': keeps(now(({ member }) => subscribe(member))) },
  'push.unsubscribe': {
    'the device of the session': keeps(async ({ member }) => {
      await subscribe(member);
      return () => member.ok(api.push.unsubscribe, { body: {} });
    }),
  },
  'push.test': {
    'a device whose service answers': keeps(async ({ palabre, owner }) => {
      const { device } = await subscribe(owner);
      vi.spyOn(palabre.services.pushes, 'send').mockResolvedValueOnce({ outcome: 'accepted', status: 201 });
      return () => owner.ok(api.push.test, { body: { id: device._id } });
    }),
  },
};
