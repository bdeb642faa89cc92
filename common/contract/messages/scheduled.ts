import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, like, limits, localTime, rawText, time, zoneName } from '../fields.ts';
import { FileAttachment, Message } from './messages.ts';

/** States of a scheduled message; a sent message leaves the list. */
export const scheduledStates = ['waiting', 'leaving', 'failed'] as const;
export type ScheduledState = (typeof scheduledStates)[number];

/** Reasons why a scheduled message could not be sent. */
export const scheduledFailures = [
  'place_gone',
  'cannot_write',
  'message_gone',
  'thread_full',
  'account_banned',
  'account_suspended',
  'unavailable',
] as const;
export type ScheduledFailure = (typeof scheduledFailures)[number];

const exampleNonce = '7b0c2a51-9d4e-4c7a-8f63-1e5d2c9b7a40';
const content = rawText(limits.messageContent).meta({ example: 'Bonjour à tous, la démonstration commence.' });
const version = z.number().int().min(1).meta({
  description: 'Number of the last change to it; a change names the one that its device knows.',
  example: 1,
});
const zone = zoneName.meta({ description: 'The time zone of the local time.', example: 'Europe/Paris' });
const nonce = z.uuid().toLowerCase().meta({
  description:
    'Made by the client; a repeat with the same nonce schedules nothing more, and the message leaves under it.',
  example: exampleNonce,
});

/** Message to be sent later, or a reminder of a message; visible to its author alone. */
export const Scheduled = z
  .object({
    _id: id.meta({ description: 'The id that the message will have.' }),
    remindsOf: id.nullable().meta({
      description: 'The message that the caller is reminded of; null for a message that leaves.',
      example: null,
    }),
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    workspaceId: id.nullable().meta({ description: 'The workspace of the channel.' }),
    threadOf: id.nullable().meta({ description: 'The message above the reply; null: no reply.', example: null }),
    alsoInPlace: z.boolean().meta({ description: 'Whether the channel shows the reply too.', example: false }),
    replyTo: id.nullable().meta({ description: 'The message that it answers.', example: null }),
    content: like('Bonjour à tous, la démonstration commence.'),
    fileAttachments: z.array(FileAttachment),
    localTime: like('2026-11-27T09:00').meta({ description: 'When it leaves, on the clock of its zone.' }),
    zone: like('Europe/Paris'),
    at: time.meta({ description: 'When it leaves.', example: '2026-11-27T08:00:00.000Z' }),
    state: z.enum(scheduledStates).meta({ example: 'waiting' }),
    failure: z.enum(scheduledFailures).nullable().meta({
      description: 'Why it did not leave; null unless it failed.',
      example: null,
    }),
    version,
    nonce: like(exampleNonce),
  })
  .meta({ id: 'Scheduled' });
export type Scheduled = z.infer<typeof Scheduled>;

const ofTime = ['time_past', 'time_too_far'] as const;
const ofPosting = ['cannot_write', 'message_not_found', 'answered_deleted', 'thread_in_thread', 'thread_full'] as const;
const ofChange = ['scheduled_changed', 'scheduled_leaving'] as const;

export const scheduled = {
  list: endpoint({
    method: 'GET',
    path: '/scheduled',
    access: access.session,
    guests: true,
    summary: `Lists the caller’s scheduled messages and reminders, the next first; ${limits.scheduledPerPerson} at most`,
    output: z.object({ scheduled: z.array(Scheduled) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/scheduled',
    access: access.place('body'),
    guests: true,
    summary: 'Schedules a message; a repeat with the same nonce returns the one already scheduled',
    files: 'fileAttachments',
    body: z.object({
      channelId: id.nullish().meta({ description: 'The channel, unless conversationId is given.' }),
      conversationId: id.nullish(),
      threadOf: id
        .nullish()
        .meta({ description: 'Makes it a reply in the thread under this message; the place may then be left out.' }),
      alsoInPlace: flag.optional().meta({
        description: 'Shows the reply in the channel or conversation of the thread too.',
        example: false,
      }),
      replyTo: id.nullish().meta({ description: 'The message, of the same place, that it answers.' }),
      replyNotifies: flag.default(true).meta({
        description: 'Whether the answer notifies the sender of that message, as a mention does.',
        example: true,
      }),
      content: content.default(''),
      localTime,
      zone,
      nonce,
    }),
    output: z.object({ scheduled: Scheduled }),
    status: 201,
    existing: true,
    refuses: ['empty_message', 'too_many_scheduled', ...ofTime, ...ofPosting],
  }),
  remind: endpoint({
    method: 'POST',
    path: '/message/:id/reminder',
    access: access.message(),
    guests: true,
    summary: 'Schedules a reminder of a message, for the caller alone',
    params: byId,
    body: z.object({ localTime, zone, nonce }),
    output: z.object({ scheduled: Scheduled }),
    status: 201,
    existing: true,
    refuses: ['too_many_scheduled', ...ofTime],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/scheduled/:id',
    access: access.scheduled(),
    guests: true,
    summary: 'Changes the text or the time of a scheduled message; one that failed waits again once it has a new time',
    params: byId,
    body: z.object({
      version,
      content: content.optional(),
      when: z.object({ localTime, zone }).optional(),
    }),
    output: z.object({ scheduled: Scheduled }),
    refuses: ['empty_message', ...ofTime, ...ofChange],
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/scheduled/:id/send',
    access: access.scheduled(),
    guests: true,
    summary: 'Posts a scheduled message now',
    params: byId,
    body: z.object({ version }),
    output: z.object({ message: Message }),
    refuses: [...ofPosting, ...ofChange],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/scheduled/:id',
    access: access.scheduled(),
    guests: true,
    summary: 'Cancels a scheduled message or a reminder, and deletes its files',
    params: byId,
    output: done,
    refuses: ['scheduled_leaving'],
  }),
};

export const scheduledEvents = {
  updateScheduled: event(Scheduled, 'its author'),
  deleteScheduled: event(z.object({ _id: id }), 'its author'),
};
