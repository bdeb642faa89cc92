import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { navigateTo } from '../../../../platform/address/navigate.ts';
import { patterns, threadParam } from '../../../../platform/address/paths.ts';
import { idIn } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { lookAgain, usePermission } from '../../../../platform/device/permission.ts';
import type { LiveHandlers } from '../../../../platform/server/live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { findNames } from '../../../messages/text/open/find-names.ts';
import { type MentionNames, plainText } from '../../../messages/text/open/mentions.ts';
import { headingOf } from '../../../reading/notifications/open/heading.ts';
import { pushIsOn, showByWorker } from '../../../reading/push/open/shown.ts';
import { heardStateOf } from '../../../reading/unread/open/unread-states.ts';
import { useOwnDuty } from '../../availability/open/own-duty.ts';
import { usePreferences } from '../preferences.store.ts';
import { tellingOf } from './attention.ts';
import { isFirstTold } from './once.ts';
import { playSound } from './sound.ts';

type Received = Pick<Notification, '_id' | 'about' | 'actor' | 'content' | 'link' | 'type'>;

/** Head start of a tab that shows the notification's place: the other tabs wait this long before they tell it. */
const otherTabsDelayMs = 300;

function isLookedAt({ link }: Received): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  const { pathname, searchParams } = new URL(link, location.origin);
  const thread = searchParams.get(threadParam);
  const isThere = thread === null || thread === new URLSearchParams(location.search).get(threadParam);
  return isThere && pathname === location.pathname;
}

async function show(received: Received, names: MentionNames, aloud: boolean, userId: string): Promise<void> {
  const { _id, about, content, link } = received;
  const heading = headingOf(received);
  const body = about?.excerpt ? plainText(about.excerpt, names) : content;
  const look = { body, icon: '/icon-192.png', silent: !aloud };
  // The same tag as the push of this message: the push replaces this notification.
  if (about && pushIsOn(userId) && (await showByWorker(heading, { ...look, tag: idIn(about), data: { link } }))) return;
  const shown = new window.Notification(heading, { ...look, tag: _id });
  shown.onclick = () => {
    window.focus();
    shown.close();
    navigateTo(link).catch((cause: unknown) => logFailure('What a notification leads to cannot be opened', cause));
  };
}

/** Time limit for the names: a notification is shown without names that take longer. */
const namesTimeoutMs = 1_500;

/** Loads the names of the people and roles that a message mentions. */
async function namesIn({ about, link }: Received, client: QueryClient): Promise<MentionNames> {
  if (!about?.excerpt.includes('<')) return new Map();
  const workspaceId = matchPath(patterns.channel, new URL(link, location.origin).pathname)?.params.workspaceId;
  const late = new Promise<MentionNames>(done => setTimeout(() => done(new Map()), namesTimeoutMs));
  return Promise.race([findNames(client, about.excerpt, workspaceId), late]);
}

async function tell(notification: Received, userId: string, client: QueryClient): Promise<void> {
  const looking = isLookedAt(notification);
  if (!looking) await new Promise(done => setTimeout(done, otherTabsDelayMs));
  if (!(await isFirstTold(userId, notification._id))) return;
  lookAgain();
  const { permission } = usePermission.getState();
  const preferences = usePreferences.getState();
  const { shows, showsAloud, plays } = tellingOf(notification, { looking, permission, preferences });
  const showing = shows && namesIn(notification, client).then(names => show(notification, names, showsAloud, userId));
  if (plays) await playSound(preferences.volume);
  await showing;
}

/** Plays and shows each new notification, once for all the tabs of the browser. */
export const attentionLive = {
  newNotification(notification, client) {
    const userId = useSession.getState().user?._id;
    if (!userId || notification.isRead) return;
    // Off duty, nothing sounds or pops up; the inbox has the notification.
    if (useOwnDuty.getState().isOff) return;
    // A muted place is silent; its notification still shows in the inbox.
    if (notification.about && heardStateOf(client, notification.about)?.muted) return;
    tell(notification, userId, client).catch((cause: unknown) => logFailure('A notification cannot be shown', cause));
  },
} satisfies LiveHandlers;
