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
