import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, ids, like, message, time } from '../fields.ts';
import { Sender } from '../people/users.ts';

export const notificationTypes = ['mention', 'message', 'invite', 'society', 'workspace', 'report'] as const;

export const Notification = z
  .object({
    _id: id,
    content: like('Camille vous invite dans Atelier Tilleul.'),
    createdAt: time,
    isRead: z.boolean(),
    type: z.enum(notificationTypes).meta({ example: 'invite' }),
    link: z.string().meta({ description: 'Path in the application where it leads.', example: '/invite/K7M2WXPB' }),
    actor: Sender.nullable(),
    about: z
      .object({
        channelId: id.nullable(),
        conversationId: id.nullable().meta({ example: null }),
        position: z.number().int().meta({ description: 'Of the message in its place.', example: 42 }),
        isAnswer: z.boolean().meta({
          description: 'Whether it answers what its person wrote, and calls them by that.',
          example: false,
        }),
        excerpt: like('<@everyone> la démonstration est à **14 h**.').meta({ description: 'As much as a list shows.' }),
      })
      .nullable()
      .meta({ description: 'The message that it is, whose id it has; null for what is no message.' }),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** How many of a person's latest notifications are listed. */
export const listedNotifications = 200;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: access.session,
    summary: 'One’s latest notifications, newest first',
    output: z.object({ notifications: z.array(Notification) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/notifications/:id',
    access: access.notification(),
    summary: 'A notification of one’s own',
    params: byId,
    output: z.object({ notification: Notification }),
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/notifications/:id',
    access: access.notification(),
    summary: 'Marks a notification as read or unread',
    params: byId,
    body: z.object({ isRead: flag.default(true).meta({ example: true }) }),
    output: z.object({ notification: Notification }),
  }),
  markSeveral: endpoint({
    method: 'POST',
    path: '/notifications',
    access: access.session,
    summary: 'Marks several of one’s notifications as read',
    body: z.object({ ids: ids(500) }),
    output: z.object({ message, notifications: z.array(Notification) }),
  }),
  stopMails: endpoint({
    method: 'POST',
    path: '/notifications/mail/stop',
    access: access.public,
    summary: 'Turns off the e-mails of whoever received this token in one: no session is needed',
    body: z.object({
      token: z.string().max(200).meta({ example: 'AZnzwFoefSCcOy-OahtLBfYk0b7qk2S6yJ8d4nTQm1cVxWz3' }),
    }),
    output: done,
    refuses: ['mail_link_invalid', 'too_many_requests'],
  }),
};

export const notificationEvents = {
  newNotification: event(Notification, 'its person'),
  updateNotification: event(Notification, 'its person'),
};
