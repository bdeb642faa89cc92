import { createECDH, randomBytes } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Screen } from './screens.ts';
import { expect } from './test.ts';

/** Screens of pushes: a device that gets them, whose push service is asked for nothing. */
export const pushScreens: Screen[] = [
  {
    name: 'push-settings',
    path: () => '/privacy',
    ready: async (page, { owner: { client } }) => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const subscription = {
        endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(12).toString('base64url')}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      await client.ok(api.push.subscribe, { body: subscription });
      // A browser without a window refuses notifications, whatever is granted.
      await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }));
      await page.goto('/settings/general');
      const card = page.getByRole('region', { name: 'Quand Palabre est fermée' });
      await expect(card.getByRole('listitem').first()).toBeVisible();
      await expect(card.getByRole('radio').first()).toBeVisible();
      await card.scrollIntoViewIfNeeded();
    },
  },
];
