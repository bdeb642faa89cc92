import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { done, id, like, limits, time } from '../fields.ts';

/** Detail of a message in a push, chosen for each device: its text, its sender only, or neither. */
export const pushDetails = ['all', 'name', 'nothing'] as const;
export type PushDetail = (typeof pushDetails)[number];

/** Outcomes of a push at its push service. */
export const pushOutcomes = ['accepted', 'gone', 'refused', 'busy', 'unreachable'] as const;

/** Schema of bytes in base64url, of this length in characters. */
const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}$`));

/** A device that gets pushes, as its person's list shows it. */
export const PushDevice = z
  .object({
    _id: id,
    device: like('Firefox · Windows').nullable().meta({ description: 'Browser and system of its session, if known.' }),
    detail: z.enum(pushDetails).meta({ example: 'all' }),
    current: z.boolean().meta({ description: 'Whether this is the device of the session of the request.' }),
    createdAt: time,
    lastSuccessAt: time.nullable().meta({ description: 'When its push service last accepted a push.' }),
    failures: z.number().int().meta({ description: 'Pushes that were refused since.', example: 0 }),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.infer<typeof PushDevice>;

export const push = {
  key: endpoint({
    method: 'GET',
    path: '/push/key',
    access: access.session,
    guests: true,
    summary: 'Reads the public key (VAPID) that a browser subscribes with',
    output: z.object({
      key: like('BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U')
        .nullable()
        .meta({ description: 'null if this server cannot push, as its address is not https.' }),
    }),
  }),
  devices: endpoint({
    method: 'GET',
    path: '/push/devices',
    access: access.session,
    guests: true,
    summary: `Lists the caller’s devices that get pushes, the current one first; ${limits.pushDevices} at most`,
    output: z.object({ devices: z.array(PushDevice) }),
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/push/subscription',
    access: access.session,
    guests: true,
    summary: 'Has the device of this session get pushes, or changes what they show; it ends with the session',
    body: z.object({
      endpoint: z.string().min(1).max(1_000).meta({
        description: 'URL of the browser’s push service, from its subscription. A secret.',
        example: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
      }),
      p256dh: base64url(87).meta({
        description: 'Public key of the browser’s subscription.',
        example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      }),
      auth: base64url(22).meta({
        description: 'Secret of the browser’s subscription.',
        example: 'BTBZMqHH6r4Tts7J_aSIgg',
      }),
      detail: z.enum(pushDetails).default('all').meta({ example: 'all' }),
    }),
    output: z.object({ device: PushDevice }),
    refuses: ['push_unavailable', 'push_subscription_refused', 'too_many_push_devices', 'too_many_requests'],
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/push/subscription',
    access: access.session,
    guests: true,
    summary: 'Stops pushes to a device of the caller’s, by default the one of this session',
    body: z.object({ id: id.meta({ example: '0199f3c0-0000-7000-8000-000000000001' }).optional() }),
    output: done,
  }),
  test: endpoint({
    method: 'POST',
    path: '/push/test',
    access: access.session,
    guests: true,
    summary: 'Sends a push to a device of the caller’s, and says what its push service answered',
    body: z.object({ id }),
    output: z.object({
      outcome: z.enum(pushOutcomes).meta({
        description:
          '`gone`: the subscription is over, and deleted. `busy`: the push service asks to try later. `unreachable`: it did not answer.',
        example: 'accepted',
      }),
      status: z.number().int().nullable().meta({ description: 'HTTP status of the push service.', example: 201 }),
      device: PushDevice.nullable().meta({ description: 'The device afterwards; null if it is deleted.' }),
    }),
    refuses: ['push_unavailable', 'not_found', 'too_many_requests'],
  }),
};
