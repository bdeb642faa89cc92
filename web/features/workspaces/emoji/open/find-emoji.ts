import type { CustomEmoji as OwnEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import { asShortcode } from '@palabre/common/rules/emoji.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import type { QueryClient } from '@tanstack/react-query';
import Database from 'emoji-picker-element/database';
import type { CustomEmoji, Emoji, NativeEmoji } from 'emoji-picker-element/shared';
import { canonical, dataOf } from '../emoji-data.ts';
import { emojiOf } from './emoji.queries.ts';

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

function inTone({ unicode, skins = [] }: NativeEmoji, tone: number): string {
  return canonical(skins.find(skin => skin.tone === tone)?.unicode ?? unicode);
}

/** How far an emoji is of which no name begins with what is typed: other words say what it shows. */
const byWords = 5;

/** The name of an emoji that what is typed means best, and how far it is from it: 0 is the very name. */
function meant(emoji: Emoji, typed: string): { name: string; far: number } {
  const names = isOwn(emoji) ? [emoji.name] : (emoji.shortcodes ?? []);
  if (names.includes(typed)) return { name: typed, far: isOwn(emoji) ? 0 : 1 };
  const begun = names.find(name => name.startsWith(typed));
  if (isOwn(emoji)) return { name: emoji.name, far: 2 };
  return {
    name: begun ?? names[0] ?? emoji.annotation,
    far: begun === undefined ? byWords : begun === names[0] ? 3 : 4,
  };
}

/**
 * Emoji whose names begin with what is typed, in French or in English, blind to accents: the very name first, then those
 * of the workspace and the closest names.
 */
export async function findEmoji(
  client: QueryClient,
  query: string,
  count: number,
  workspaceId: string | undefined,
): Promise<FoundEmoji[]> {
  const own = workspaceId ? (await client.fetchQuery(emojiOf(workspaceId))).emojis : [];
  const database = open();
  database.customEmoji = asCustom(own);
  const typed = asShortcode(query);
  if (typed === '') return [];
  const [found, tone] = await Promise.all([database.getEmojiBySearchQuery(typed), database.getPreferredSkinTone()]);
  const near = found.map(emoji => ({ emoji, ...meant(emoji, typed) })).sort((a, b) => a.far - b.far);
  // Who types a name of several words has a name in mind, not what the words stand for.
  const named = typed.includes('_') ? near.filter(({ far }) => far < byWords) : [];
  return (named.length > 0 ? named : near)
    .slice(0, count)
    .map(({ emoji, name }) =>
      isOwn(emoji)
        ? { text: `:${emoji.name}:`, name: emoji.name, url: emoji.url }
        : { text: inTone(emoji, tone), name },
    );
}

/** Has a database of the picker's find blind to accents too, the very name first. */
export function findNearest(database: Database): void {
  const find = database.getEmojiBySearchQuery.bind(database);
  database.getEmojiBySearchQuery = async query => {
    const found = await find(folded(query));
    const typed = asShortcode(query);
    return found
      .map(emoji => ({ emoji, far: meant(emoji, typed).far }))
      .sort((a, b) => a.far - b.far)
      .map(({ emoji }) => emoji);
  };
}

/** The emoji that a whole name means, in French or in English; null for none, and for one of the workspace's own. */
export async function emojiNamed(
  client: QueryClient,
  name: string,
  workspaceId: string | undefined,
): Promise<string | null> {
  const own = workspaceId ? (await client.fetchQuery(emojiOf(workspaceId))).emojis : [];
  const typed = asShortcode(name);
  if (typed === '' || own.some(emoji => emoji.name === name)) return null;
  const database = open();
  const [found, tone] = await Promise.all([database.getEmojiByShortcode(typed), database.getPreferredSkinTone()]);
  return found && !isOwn(found) ? inTone(found, tone) : null;
}
