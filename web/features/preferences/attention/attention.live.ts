import type { Notification } from '@palabre/common/contract/notifications.ts';
import type { LiveHandlers } from '../../../app/live.ts';
import { i18n } from '../../../platform/i18n.ts';
import { logFailure } from '../../../platform/log.ts';
import { useSession } from '../../../platform/session.ts';
import { plainText } from '../../messages/text/mentions.ts';
import { usePreferences } from '../preferences.store.ts';
import { tellingOf } from './attention.ts';
import { isFirstTold } from './once.ts';
import { lookAgain, usePermission } from './permission.ts';
import { playSound } from './sound.ts';

type Received = Pick<Notification, '_id' | 'about' | 'actor' | 'content' | 'link' | 'type'>;

/** A tab in which someone looks at the place comes first: the others wait for it, in milliseconds. */
const behind = 300;

function isLookedAt({ link }: Received): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  return new URL(link, location.origin).pathname === location.pathname;
}

async function open(link: string): Promise<void> {
  const { router } = await import('../../../app/router.tsx');
  await router.navigate(link);
}

function show({ _id, about, actor, content, link }: Received, aloud: boolean): void {
  const shown = new window.Notification(actor?.firstName || i18n.t('appName'), {
    body: about?.excerpt ? plainText(about.excerpt) : content,
    icon: '/icon-192.png',
    tag: _id,
    silent: !aloud,
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
    open(link).catch((cause: unknown) => logFailure('What a notification leads to cannot be opened', cause));
  };
}

async function tell(notification: Received, userId: string): Promise<void> {
  const looking = isLookedAt(notification);
  if (!looking) await new Promise(done => setTimeout(done, behind));
  if (!(await isFirstTold(userId, notification._id))) return;
  lookAgain();
  const { permission } = usePermission.getState();
  const preferences = usePreferences.getState();
  const { shows, showsAloud, plays } = tellingOf(notification, { looking, permission, preferences });
  if (shows) show(notification, showsAloud);
  if (plays) await playSound(preferences.volume);
}

/** What concerns one is what the server makes a notification of: it is heard and shown, once for all tabs. */
export const attentionLive = {
  newNotification(notification) {
    const userId = useSession.getState().user?._id;
    if (!userId || notification.isRead) return;
    tell(notification, userId).catch((cause: unknown) => logFailure('A notification cannot be shown', cause));
  },
} satisfies LiveHandlers;
