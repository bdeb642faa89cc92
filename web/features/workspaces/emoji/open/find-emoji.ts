import type { CustomEmoji as OwnEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { asShortcode } from '@palabre/common/rules/messages/emoji.ts';
import type { QueryClient } from '@tanstack/react-query';
import Database from 'emoji-picker-element/database';
import type { CustomEmoji, Emoji, NativeEmoji } from 'emoji-picker-element/shared';
import { canonical, dataOf } from '../emoji-data.ts';
import { emojiOf } from './emoji.queries.ts';

/** Emoji found by a search: its text, its name, and its picture if it is the workspace's own. */
export interface FoundEmoji {
  text: string;
  name: string;
  url?: string;
}

/** Converts a workspace's emoji to the picker's type. */
export const asCustom = (emojis: readonly OwnEmoji[]): CustomEmoji[] =>
  emojis.map(({ name, url }) => ({ name, shortcodes: [name], url }));

let opened: { source: string; database: Database } | null = null;

/** Opens the IndexedDB store that the picker also reads, so that the data is loaded once. */
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

/** Distance of an emoji found by its keywords alone, no name of which starts with the typed text. */
const byWords = 5;

/** Returns the emoji's name nearest to the typed text, and its distance; 0 is an exact name. */
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
 * Finds emoji whose names start with the typed text, in French or English, ignoring accents: exact names first, then
 * the workspace's own, then the nearest names.
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
  // A typed name of several words means a name, not keywords.
  const named = typed.includes('_') ? near.filter(({ far }) => far < byWords) : [];
  return (named.length > 0 ? named : near)
    .slice(0, count)
    .map(({ emoji, name }) =>
      isOwn(emoji)
        ? { text: `:${emoji.name}:`, name: emoji.name, url: emoji.url }
        : { text: inTone(emoji, tone), name },
    );
}

/** Patches the picker's database to ignore accents and put exact names first. */
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

/** Returns the emoji of an exact name, in French or English; null for none, and for the workspace's own. */
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
