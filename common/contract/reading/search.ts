import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { id, like, limits, text, time, zone } from '../fields.ts';
import { FileAttachment, Message } from '../messages/messages.ts';
import { inThread } from '../messages/thread-state.ts';
import { Sender } from '../people/users.ts';

/** A piece of a message's text; `hit` tells whether the piece matches the search and is to be highlighted. */
const Piece = z.object({ text: like('livraison'), hit: z.boolean().meta({ example: true }) });
export type Piece = z.infer<typeof Piece>;

/** A message that a search found, with its matching extract. */
export const Found = z
  .object({
    message: Message,
    extract: z.array(Piece).meta({ description: 'The matching part of the text, in pieces; never HTML.' }),
    workspaceId: id.nullable().meta({ description: 'Workspace of the channel; null in a conversation.' }),
  })
  .meta({ id: 'Found', description: 'A message that a search found.' });
export type Found = z.infer<typeof Found>;

/** A file that a search found. */
export const FoundFile = z
  .object({
    file: FileAttachment,
    messageId: id.meta({ description: 'Id of the message that the file is attached to.' }),
    sender: Sender,
    time,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    ...inThread,
    workspaceId: id.nullable().meta({ description: 'Workspace of the channel; null in a conversation.' }),
  })
  .meta({ id: 'FoundFile', description: 'A file that a search found by its name.' });
export type FoundFile = z.infer<typeof FoundFile>;

const query = z.object({
  q: text(limits.search, 1).meta({ example: 'livraison de:karim dans:chantier après:2026-10-01' }),
  zone,
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' }),
});
const unmatched = z
  .array(
    z.object({
      filter: z.enum(['from', 'in', 'before', 'after']),
      value: z.string().meta({ example: 'karime', description: 'As it was typed.' }),
    }),
  )
  .meta({
    description:
      'Filters that match nothing: the caller sees no person or place of that name, or the value is no day (such a filter is searched as words).',
  });
const nextCursor = z.string().nullable().meta({ example: null });

export const search = {
  messages: endpoint({
    method: 'GET',
    path: '/search/messages',
    access: access.session,
    guests: true,
    summary:
      'Searches the messages that the caller may read, newest first; `de:`, `dans:`, `avant:`, `après:` and `a:fichier` filter',
    query,
    output: z.object({ results: z.array(Found), unmatched, nextCursor }),
    refuses: ['invalid_cursor', 'search_too_broad', 'too_many_requests'],
  }),
  files: endpoint({
    method: 'GET',
    path: '/search/files',
    access: access.session,
    guests: true,
    summary:
      'Searches, by name and with the same filters, the files of messages that the caller may read, newest first',
    query,
    output: z.object({ results: z.array(FoundFile), unmatched, nextCursor }),
    refuses: ['invalid_cursor', 'search_too_broad', 'too_many_requests'],
  }),
};
