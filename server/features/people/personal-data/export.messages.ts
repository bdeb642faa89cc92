import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { validate as isUuid } from 'uuid';
import type { Db } from '../../../platform/postgres/db.ts';
import { readScheduled } from '../../messages/scheduled/open/scheduled.store.ts';
import { readNamesFor } from './concerns.store.ts';
import type { Called } from './export.text.ts';
import { texts } from './export.texts.ts';
import type { Reading } from './exports.store.ts';
import { type OwnMessage, type OwnPlace, readOwnMessages, readReactedMessages } from './personal-data.store.ts';

/** Batch size in rows, which bounds the memory of an export. */
export const atOnce = 500;
/** Id before any other. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Message in the export. */
export interface Exported {
  _id: string;
  place: string;
  workspace: string | null;
  /** Id of the message that it replies to in a thread; null for no reply. */
  thread: string | null;
  time: string;
  content: string;
  updated: boolean;
  files: { name: string; type: string; size: number; path: string; id: string }[];
}

async function* pagesIn(db: Db, userId: string, places: ReadonlyMap<string, OwnPlace>): AsyncGenerator<Exported[]> {
  for (let after = beforeAll; ; ) {
    const found = await readOwnMessages(db, userId, after, atOnce);
    yield found.flatMap(message => {
      const place = places.get(message.placeId);
      return place ? [exported(message, place)] : [];
    });
    after = found.at(-1)?.id ?? after;
    if (found.length < atOnce) return;
  }
}

/** Yields a person's messages in these places, in order of time. */
export async function* messagesIn(
  db: Db,
  userId: string,
  places: ReadonlyMap<string, OwnPlace>,
): AsyncGenerator<Exported> {
  for await (const page of pagesIn(db, userId, places)) yield* page;
}

/** Yields the messages of {@link messagesIn} with the names of mentioned people, as far as the person may know them. */
export async function* namedMessagesIn(
  db: Db,
  userId: string,
  { places, language }: { places: ReadonlyMap<string, OwnPlace> } & Pick<Reading, 'language'>,
): AsyncGenerator<{ message: Exported; called: Called }> {
  const words = texts[language];
  for await (const page of pagesIn(db, userId, places)) {
    const ids = page.flatMap(({ content }) => [...content.matchAll(mentionPattern)].flatMap(([, , id]) => id ?? []));
    const names = await readNamesFor(db, userId, [...new Set(ids.map(id => id.toLowerCase()))].filter(isUuid));
    const called: Called = {
      person: id => {
        if (id.toLowerCase() === 'everyone') return words.everyone;
        const name = names.get(id.toLowerCase());
        return name === undefined ? words.someone : `@${name}`;
      },
      channel: id => {
        const place = places.get(id.toLowerCase());
        return place?.kind === 'channel' ? `#${place.name}` : words.channel;
      },
    };
    for (const message of page) yield { message, called };
  }
}

const exported = (
  { id, placeId, ownPlaceId, content, time, updated, files }: OwnMessage,
  place: OwnPlace,
): Exported => ({
  _id: id,
  place: place.name,
  workspace: place.workspace,
  thread: ownPlaceId === placeId ? null : ownPlaceId,
  time,
  content,
  updated,
  files: filesOf(files ?? []),
});

const filesOf = (files: readonly FileAttachment[]): Exported['files'] =>
  files.map(({ _id, name, type, size }) => ({ id: _id, name, type, size, path: pathOf(_id, name) }));

/** Puts each file in a folder of its own, since two may have the same name. */
const pathOf = (id: string, name: string): string => `fichiers/${id}/${name.replace(/[\\/]/g, '_') || 'fichier'}`;

/** Scheduled message or reminder in the export. */
export interface ExportedScheduled extends Pick<Scheduled, 'content' | 'localTime' | 'zone' | 'at' | 'state'> {
  isReminder: boolean;
  place: string | null;
  workspace: string | null;
  files: Exported['files'];
}

/**
 * Reads a person's scheduled messages: the text is theirs, whatever its place; the place is named only if they may
 * still read it.
 */
export async function readScheduledIn(
  db: Db,
  userId: string,
  places: ReadonlyMap<string, OwnPlace>,
): Promise<ExportedScheduled[]> {
  const scheduled = await readScheduled(db, userId);
  return scheduled.map(({ remindsOf, channelId, conversationId, content, localTime, zone, at, state, ...one }) => {
    const place = places.get(channelId ?? conversationId ?? '');
    return {
      isReminder: remindsOf !== null,
      place: place?.name ?? null,
      workspace: place?.workspace ?? null,
      ...{ content, localTime, zone, at, state, files: filesOf(one.fileAttachments) },
    };
  });
}

/** Yields the reactions of a person to messages they may still read. */
export async function* reactionsIn(db: Db, userId: string, places: ReadonlyMap<string, OwnPlace>) {
  for (let after = beforeAll; ; ) {
    const found = await readReactedMessages(db, userId, after, atOnce);
    for (const { id, placeId, theirs, reactions } of found) {
      const place = places.get(placeId);
      if (!theirs || !place) continue;
      const used = reactions.filter(({ usersId }) => usersId.includes(userId)).map(({ reaction }) => reaction);
      yield { message: id, place: place.name, workspace: place.workspace, reactions: used };
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < atOnce) return;
  }
}
