import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, ids, like, message, time } from '../fields.ts';
import { inThread } from '../messages/thread-state.ts';
import { Sender } from '../people/users.ts';

/** Types of notifications. */
export const notificationTypes = [
  'mention',
  'message',
  'invite',
  'society',
  'workspace',
  'report',
  'registration',
  'reminder',
] as const;

/** A notification of one person. */
export const Notification = z
  .object({
    _id: id,
    content: like('Camille vous invite dans Atelier Tilleul.'),
    createdAt: time,
    isRead: z.boolean(),
    type: z.enum(notificationTypes).meta({ example: 'invite' }),
    link: z
      .string()
      .meta({ description: 'Path of the page that the notification opens.', example: '/invite/K7M2WXPB' }),
    actor: Sender.nullable(),
    about: z
      .object({
        channelId: id.nullable(),
        conversationId: id.nullable().meta({ example: null }),
        ...inThread,
        position: z.number().int().meta({ description: 'Position of the message in its place.', example: 42 }),
        isAnswer: z.boolean().meta({
          description: 'Whether the message notifies the person because it answers a message of theirs.',
          example: false,
        }),
        inPlaceOf: like('Karim').optional().meta({
          description:
            'First name of the suspended person whom the message mentions, and whose mentions the caller is told of.',
        }),
        excerpt: like('<@everyone> la démonstration est à **14 h**.').meta({
          description: 'The start of the text, as long as a list shows.',
        }),
      })
      .nullable()
      .meta({
        description:
          'The message of the notification, which has the same id; null if the notification is not about a message.',
      }),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** Limit on the notifications in a person's list. */
export const listedNotifications = 200;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: access.session,
    guests: true,
    summary: 'Lists the caller’s latest notifications, newest first',
    output: z.object({ notifications: z.array(Notification) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/notifications/:id',
    access: access.notification(),
    guests: true,
    summary: 'Reads a notification of the caller’s',
    params: byId,
    output: z.object({ notification: Notification }),
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/notifications/:id',
    access: access.notification(),
    guests: true,
    summary: 'Marks a notification as read or unread',
    params: byId,
    body: z.object({ isRead: flag.default(true).meta({ example: true }) }),
    output: z.object({ notification: Notification }),
  }),
  markSeveral: endpoint({
    method: 'POST',
    path: '/notifications',
    access: access.session,
    guests: true,
    summary: 'Marks several of the caller’s notifications as read',
    body: z.object({ ids: ids(500) }),
    output: z.object({ message, notifications: z.array(Notification) }),
  }),
  stopMails: endpoint({
    method: 'POST',
    path: '/notifications/mail/stop',
    access: access.public,
    summary: 'Turns off notification e-mails for the person who received this token by e-mail; needs no session',
    body: z.object({
      token: z.string().max(200).meta({ example: 'AZnzwFoefSCcOy-OahtLBfYk0b7qk2S6yJ8d4nTQm1cVxWz3' }),
    }),
    output: done,
    refuses: ['mail_link_invalid', 'too_many_requests'],
  }),
};

export const notificationEvents = {
  newNotification: event(Notification, 'the person of the notification'),
  updateNotification: event(Notification, 'the person of the notification'),
};
