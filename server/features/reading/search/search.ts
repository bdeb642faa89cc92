import type { ServerResponse } from 'node:http';
import type { api } from '@palabre/common/contract/index.ts';
import type { FoundFile, Piece } from '@palabre/common/contract/reading/search.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import {
  asksSomething,
  asksWords,
  readSearch,
  type SearchAsked,
  type UnmatchedFilter,
  wrongDays,
} from '@palabre/common/rules/reading/search.ts';
import { aheadOfUtc, startOfDay } from '@palabre/common/rules/zones.ts';
import { validate as isUuid } from 'uuid';
import { idsOf } from '../../../platform/access/access.places.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { toMessage } from '../../messages/timeline/open/messages.store.ts';
import { SearchLine } from './line.ts';
import { type Meaning, readMeaning, type Term } from './meaning.store.ts';
import { partsOf } from './query-parts.ts';
import { type FoundAt, type FoundRow, findMessages, mark, searching, tookTooLong } from './search.store.ts';
import { windowsBack } from './windows.ts';

const foundAtOnce = 20;
/** Limit on the pages of messages that a search of files reads until it finds a matching file. */
const pagesLookedThrough = 5;

/** Handlers of search: messages, and files by their names. */
export const search: Handlers<typeof api.search> = {
  messages: {
    runs: 'own loading',
    async handle(asked) {
      const { rows, unmatched, nextCursor } = await find(asked, false);
      return {
        unmatched,
        results: rows.map(row => ({
          message: toMessage(row, row),
          extract: piecesOf(row.extract),
          workspaceId: row.workspace_id,
        })),
        nextCursor,
      };
    },
  },

  files: {
    runs: 'own loading',
    async handle(asked) {
      let page = await find(asked, true);
      let results = page.rows.flatMap(filesOf);
      // Names are compared after a message is found: a whole page may have no matching file.
      for (let looks = 1; results.length === 0 && page.nextCursor && looks < pagesLookedThrough; looks++) {
        page = await find({ ...asked, query: { ...asked.query, cursor: page.nextCursor } }, true);
        results = page.rows.flatMap(filesOf);
      }
      return { results, unmatched: page.unmatched, nextCursor: page.nextCursor };
    },
  },
};

interface Asked {
  actor: Actor;
  query: { q: string; zone: string; cursor?: string | undefined };
  services: Pick<Services, 'limits' | 'database'>;
  response: ServerResponse;
}

const line = new SearchLine();

/** Finds a page of messages; for files, of messages with a file whose name matches. */
async function find({ actor, query, services, response }: Asked, files: boolean) {
  const now = new Date();
  const { zone } = query;
  const today = new Date(now.getTime() + aheadOfUtc(now.getTime(), zone));
  const asked = readSearch(query.q, today);
  const after = query.cursor === undefined ? null : decode(query.cursor);
  const until = Math.min(
    now.getTime() + 60_000,
    asked.before ? startOfDay(asked.before, zone) : Number.POSITIVE_INFINITY,
    after ? Math.floor(Number(after.at) / 1_000) + 1 : Number.POSITIVE_INFINITY,
  );
  const from = asked.after ? startOfDay(asked.after, zone) : null;
  if (!asksSomething(asked)) return { rows: [], unmatched: [], nextCursor: null };
  await services.limits.spend('search', actor.userId);
  let unmatched: Meaning['unmatched'] = { from: [], in: [] };
  const rows = await line.run(actor.userId, response, () =>
    searching(services.database.searches, async client => {
      const meaning = await readMeaning(client, actor.userId, asked);
      unmatched = meaning.unmatched;
      const words = queryOf(meaning.terms);
      const silent = asksWords(asked) && words.wanted === '';
      if (meaning.placeIds.length === 0 || meaning.senderIds?.length === 0 || silent) return [];
      const rows = await findMessages(client, {
        placeIds: meaning.placeIds,
        query: files ? standing(words.ordered, 'A') : both(words.ordered, standing(words.unwanted, 'D')),
        shown: words.wanted,
        // A negated word drops a message by its text, and a file by its own name.
        names: both(words.wanted, words.unwanted),
        parts: partsOf(meaning, {
          ...{ files, hasFile: asked.hasFile },
          ...{ windows: windowsBack(until, from), from, until },
        }),
        after,
        count: foundAtOnce + 1,
      });
      return rows.map(row => ({ ...row, extract: withPeople(row.extract, words.wanted) }));
    }).catch((error: unknown) => {
      if (tookTooLong(error)) fail('search_too_broad', { cause: error });
      throw error;
    }),
  );
  const last = rows.length > foundAtOnce ? rows[foundAtOnce - 1] : undefined;
  return {
    rows: rows.slice(0, foundAtOnce),
    unmatched: [...unmatchedOf(asked, unmatched, rows.length > 0), ...wrongDays(query.q, today)],
    nextCursor: last ? encode(last) : null,
  };
}

/**
 * Lists filters that match nothing. A person who left every shared place is unknown, unless messages of theirs were
 * found.
 */
function unmatchedOf(asked: SearchAsked, unmatched: Meaning['unmatched'], found: boolean): UnmatchedFilter[] {
  const from = found && asked.from.length === 1 ? [] : unmatched.from;
  return [
    ...from.map(value => ({ filter: 'from' as const, value })),
    ...unmatched.in.map(value => ({ filter: 'in' as const, value })),
  ];
}

/** Restricts words to a weight: A for file names, D for the text. */
const standing = (words: string, weight: 'A' | 'D'): string =>
  words.replace(
    /('(?:[^']|'')*')(:\*)?/g,
    (_all, word: string, part?: string) => `${word}:${part ? '*' : ''}${weight}`,
  );

const both = (wanted: string, unwanted: string): string => [wanted, unwanted].filter(Boolean).join(' & ');

/** Returns the files of a message whose names match. */
function filesOf(row: FoundRow): FoundFile[] {
  const message = toMessage(row, row);
  const { _id: messageId, sender, time } = message;
  return message.fileAttachments
    .filter(({ _id }) => row.named?.includes(_id))
    .map(file => ({ file, messageId, sender, time, ...idsOf(row), workspaceId: row.workspace_id }));
}

/** Joins the terms into queries: wanted words, wanted words whose order matters, and unwanted words. */
function queryOf(terms: Meaning['terms']): { wanted: string; ordered: string; unwanted: string } {
  const said = terms.filter((term): term is Term & { query: string } => term.query !== null);
  const together = (some: typeof said) => some.map(term => `(${term.query})`).join(' & ');
  const wanted = said.filter(term => !term.without);
  return {
    wanted: together(wanted),
    ordered: together(wanted.filter(term => term.ordered)),
    unwanted: said
      .filter(term => term.without)
      .map(term => `!(${term.query})`)
      .join(' & '),
  };
}

/** Marks the mentions in an extract of people that the search matches. */
function withPeople(extract: string, wanted: string): string {
  const people = new Set([...wanted.matchAll(/'N:([^']+)'/g)].map(([, id]) => id));
  if (people.size === 0) return extract;
  return extract.replace(mentionPattern, (mention, _role, id?: string) =>
    people.has(id?.toLowerCase()) ? mark.begins + mention + mark.ends : mention,
  );
}

/** Splits an extract into pieces of text, hits and others. */
function piecesOf(extract: string): Piece[] {
  return extract
    .split(mark.begins)
    .flatMap((part, i) => {
      const [text = '', rest = ''] = i === 0 ? ['', part] : part.split(mark.ends);
      return [
        { text, hit: true },
        { text: rest, hit: false },
      ];
    })
    .filter(piece => piece.text !== '');
}

const encode = ({ at, placeId, position }: FoundRow): string =>
  Buffer.from([at, placeId, position].join(' ')).toString('base64url');

function decode(cursor: string): FoundAt {
  const [at = '', placeId = '', position = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const numbers = /^\d{1,16}$/;
  if (!numbers.test(at) || !isUuid(placeId) || !numbers.test(position) || more.length > 0) fail('invalid_cursor');
  return { at, placeId, position: Number(position) };
}
