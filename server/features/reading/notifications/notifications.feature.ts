/**
 * Notifications (the inbox): stored ones, and messages that mention a person, read from the messages themselves
 * (decision 0031); unread messages are mailed to people who are away (decisions 0035, 0037).
 * notifications.ts lists and marks; open/notify.ts stores, emits and settles; open/message-notifications.store.ts reads
 * notifications of messages; mails.ts sends mails, written by mails.letter.ts. messages/mentions/mention-events.ts
 * emits mentions.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { messageMails, serveMailsOff } from './mails.ts';
import { notifications, purgeNotifications } from './notifications.ts';

export const notificationsFeature: Feature = {
  serves: serving(api.notifications, notifications),
  servesBeside: serveMailsOff,
  jobs: ({ services, now }) => [
    { name: 'notifications.purge', cron: '41 3 * * *', run: () => purgeNotifications(services, now()) },
    ...messageMails(services, services.presence, now),
  ],
};
