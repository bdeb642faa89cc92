import type { CustomEmoji as OwnEmoji } from '@palabre/common/contract/emoji.ts';
import type { QueryClient } from '@tanstack/react-query';
import Database from 'emoji-picker-element/database';
import type { CustomEmoji, Emoji, NativeEmoji } from 'emoji-picker-element/shared';
import { emojiOf } from './emoji.queries.ts';
import { canonical, dataOf } from './emoji-data.ts';

/** An emoji that has been found: what is written for it, what it is called, its picture if it is the workspace's own. */
export interface FoundEmoji {
  text: string;
  name: string;
  url?: string;
}

/** Emoji of a workspace as the picker takes them. */
export const asCustom = (emojis: readonly OwnEmoji[]): CustomEmoji[] =>
  emojis.map(({ name, url }) => ({ name, shortcodes: [name], url }));

let opened: { source: string; database: Database } | null = null;

/** The same store as the picker's: what one of them has read is there for the other. */
function open(): Database {
  const data = dataOf();
  if (opened?.source !== data.dataSource) {
    void opened?.database.close();
    opened = { source: data.dataSource, database: new Database(data) };
  }
  return opened.database;
}

const isOwn = (emoji: Emoji): emoji is CustomEmoji => 'url' in emoji;
const nameOf = (emoji: Emoji) => (isOwn(emoji) ? emoji.name : (emoji.shortcodes?.[0] ?? emoji.annotation));

function inTone({ unicode, skins = [] }: NativeEmoji, tone: number): string {
  return canonical(skins.find(skin => skin.tone === tone)?.unicode ?? unicode);
}

/** Emoji whose names begin with what is typed, in the language of the interface, the closest names first. */
export async function findEmoji(
  client: QueryClient,
  query: string,
  count: number,
  workspaceId: string | undefined,
): Promise<FoundEmoji[]> {
  const own = workspaceId ? (await client.fetchQuery(emojiOf(workspaceId))).emojis : [];
  const database = open();
  database.customEmoji = asCustom(own);
  const [found, tone] = await Promise.all([database.getEmojiBySearchQuery(query), database.getPreferredSkinTone()]);
  const far = (emoji: Emoji) => (isOwn(emoji) ? 0 : nameOf(emoji).startsWith(query.toLowerCase()) ? 1 : 2);
  return found
    .sort((a, b) => far(a) - far(b))
    .slice(0, count)
    .map(emoji =>
      isOwn(emoji)
        ? { text: `:${emoji.name}:`, name: emoji.name, url: emoji.url }
        : { text: inTone(emoji, tone), name: nameOf(emoji) },
    );
}
