import { listedNotifications, type Notification } from '@palabre/common/contract/reading/notifications.ts';
import type { Level } from '@palabre/common/contract/reading/unread.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { readCalling } from '../../reading/notifications/open/message-notifications.store.ts';
import { type KeptNotification, readHeard, readKeptNotifications, readOwnReports } from './concerns.store.ts';
import { atOnce, beforeAll } from './export.messages.ts';
import type { ExportedNotification, ExportedReport } from './export.page.ts';
import { texts } from './export.texts.ts';
import type { Known, OwnPlace } from './personal-data.store.ts';

type Places = ReadonlyMap<string, OwnPlace>;

/** Settings of a person that the server keeps. */
export interface Settings {
  notificationMail: boolean;
  doubleAuthentification: boolean;
  /** Places with a level or mute of their own. */
  places: { place: string; workspace: string | null; level: Level; muted: boolean }[];
}

/** Reads a person's settings, for places that they may still read. */
export async function readSettings(
  db: Db,
  userId: string,
  { known: { profile }, places }: { known: Known; places: Places },
): Promise<Settings> {
  const heard = await readHeard(db, userId);
  return {
    notificationMail: profile.notificationMail === true,
    doubleAuthentification: profile.doubleAuthentification === true,
    places: heard.flatMap(({ placeId, level, muted }) => {
      const place = places.get(placeId);
      return place ? [{ place: place.name, workspace: place.workspace, level, muted }] : [];
    }),
  };
}

/** Yields the reports that a person made, oldest first. */
export async function* reportsIn(db: Db, userId: string): AsyncGenerator<ExportedReport> {
  for (let after = beforeAll; ; ) {
    const found = await readOwnReports(db, userId, after, atOnce);
    for (const { id: _, ...report } of found) yield report;
    after = found.at(-1)?.id ?? after;
    if (found.length < atOnce) return;
  }
}

/** Returns the channel or conversation of a notification, even for a thread. */
const homeOf = (about: Notification['about']): string =>
  about?.parent?.channelId ?? about?.parent?.conversationId ?? about?.channelId ?? about?.conversationId ?? '';

/**
 * Yields a person's inbox, newest first: stored notifications, and as many messages that mention them as the inbox
 * lists, without other people's words.
 */
export async function* notificationsIn(
  db: Db,
  userId: string,
  { places, language }: { places: Places; language: Language },
): AsyncGenerator<ExportedNotification> {
  const calling = (await readCalling(db, userId, listedNotifications)).map(
    ({ type, link, actor, isRead, createdAt, about }): ExportedNotification => {
      const place = places.get(homeOf(about));
      return {
        type,
        content: texts[language].calls[type === 'mention' ? 'mention' : 'message'],
        place: place?.name ?? null,
        workspace: place?.workspace ?? null,
        from: actor?.firstName ?? null,
        link,
        isRead,
        time: createdAt,
      };
    },
  );
  for (let last: KeptNotification | undefined; ; ) {
    const found = await readKeptNotifications(db, userId, last, atOnce);
    for (const { id: _, at: _at, ...kept } of found) {
      while (calling[0] && calling[0].time > kept.time) yield calling.shift() as ExportedNotification;
      yield { ...kept, place: null, workspace: null };
    }
    last = found.at(-1) ?? last;
    if (found.length < atOnce) break;
  }
  yield* calling;
}
