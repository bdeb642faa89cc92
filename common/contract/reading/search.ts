import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { id, like, limits, text, time, zone } from '../fields.ts';
import { FileAttachment, Message } from '../messages/messages.ts';
import { Sender } from '../people/users.ts';

/** A piece of what a message says, as text: those that answer the search are to be marked. */
const Piece = z.object({ text: like('livraison'), hit: z.boolean().meta({ example: true }) });
export type Piece = z.infer<typeof Piece>;

export const Found = z
  .object({
    message: Message,
    extract: z.array(Piece).meta({ description: 'What of its text answers, in pieces; never HTML.' }),
    workspaceId: id.nullable().meta({ description: 'Of the channel it stands in.' }),
  })
  .meta({ id: 'Found', description: 'A message that a search found.' });
export type Found = z.infer<typeof Found>;

export const FoundFile = z
  .object({
    file: FileAttachment,
    messageId: id.meta({ description: 'The message that carries it.' }),
    sender: Sender,
    time,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    workspaceId: id.nullable().meta({ description: 'Of the channel it stands in.' }),
  })
  .meta({ id: 'FoundFile', description: 'A file that a search found by its name.' });
export type FoundFile = z.infer<typeof FoundFile>;

const query = z.object({
  q: text(limits.search, 1).meta({ example: 'livraison de:karim dans:chantier après:2026-10-01' }),
  zone,
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the page before.' }),
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
      'Filters that narrow to nothing: nobody and no place that one sees is called so, or it is no day (it is looked for as words).',
  });
const nextCursor = z.string().nullable().meta({ example: null });

export const search = {
  messages: endpoint({
    method: 'GET',
    path: '/search/messages',
    access: access.session,
    summary:
      'Messages that one may read and that hold these words, the newest first; `de:`, `dans:`, `avant:`, `après:` and `a:fichier` narrow',
    query,
    output: z.object({ results: z.array(Found), unmatched, nextCursor }),
    refuses: ['invalid_cursor', 'search_too_broad', 'too_many_requests'],
  }),
  files: endpoint({
    method: 'GET',
    path: '/search/files',
    access: access.session,
    summary: 'Files of messages that one may read, by words of their names and the same filters, the newest first',
    query,
    output: z.object({ results: z.array(FoundFile), unmatched, nextCursor }),
    refuses: ['invalid_cursor', 'search_too_broad', 'too_many_requests'],
  }),
};
