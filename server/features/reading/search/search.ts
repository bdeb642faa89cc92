import type { api } from '@palabre/common/contract/index.ts';
import type { FoundFile, Piece } from '@palabre/common/contract/reading/search.ts';
import { mentionPattern } from '@palabre/common/rules/mentions.ts';
import {
  asksSomething,
  asksWords,
  readSearch,
  type SearchAsked,
  type UnmatchedFilter,
  wrongDays,
} from '@palabre/common/rules/search.ts';
import { aheadOfUtc, startOfDay } from '@palabre/common/rules/zones.ts';
import { validate as isUuid } from 'uuid';
import { fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { toMessage } from '../../messages/timeline/open/messages.store.ts';
import { SearchLine } from './line.ts';
import { type Meaning, readMeaning, type Term } from './meaning.store.ts';
import { partsOf } from './parts.ts';
import { type FoundAt, type FoundRow, findMessages, mark, searching, tookTooLong } from './search.store.ts';
import { windowsBack } from './windows.ts';

const foundAtOnce = 20;
/** Pages of messages that a search of files goes through for one that is not empty. */
const pagesLookedThrough = 5;

export const search: Handlers<typeof api.search> = {
  messages: {
    runs: 'own loading',
    async handle(asked) {
      const { rows, unmatched, nextCursor } = await find(asked, false);
      return {
        unmatched,
        results: rows.map(row => ({
          message: toMessage(row, { placeId: row.place_id, kind: row.kind }),
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
      // Each name is looked at once its message is found: of a whole page none may be left.
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
}

const line = new SearchLine();

/** A page of what answers; of files: of messages that carry one whose name does. */
async function find({ actor, query, services }: Asked, files: boolean) {
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
  const rows = await line.run(actor.userId, () =>
    searching(services.database.pool, async client => {
      const meaning = await readMeaning(client, actor.userId, asked);
      unmatched = meaning.unmatched;
      const words = queryOf(meaning.terms);
      const silent = asksWords(asked) && words.wanted === '';
      if (meaning.placeIds.length === 0 || meaning.senderIds?.length === 0 || silent) return [];
      const rows = await findMessages(client, {
        placeIds: meaning.placeIds,
        query: files ? standing(words.ordered, 'A') : both(words.ordered, standing(words.unwanted, 'D')),
        shown: words.wanted,
        // What must not be there drops what it is said of: a message by its text, a file by its own name.
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

/** Who has left all places that one is in is seen no more, but in what they have written there: that is somebody. */
function unmatchedOf(asked: SearchAsked, unmatched: Meaning['unmatched'], found: boolean): UnmatchedFilter[] {
  const from = found && asked.from.length === 1 ? [] : unmatched.from;
  return [
    ...from.map(value => ({ filter: 'from' as const, value })),
    ...unmatched.in.map(value => ({ filter: 'in' as const, value })),
  ];
}

/** The same words where they stand in names of files, which have the weight A, or in the text, which has D. */
const standing = (words: string, weight: 'A' | 'D'): string =>
  words.replace(
    /('(?:[^']|'')*')(:\*)?/g,
    (_all, word: string, part?: string) => `${word}:${part ? '*' : ''}${weight}`,
  );

const both = (wanted: string, unwanted: string): string => [wanted, unwanted].filter(Boolean).join(' & ');

/** The files of a message whose names answer. */
function filesOf(row: FoundRow): FoundFile[] {
  const message = toMessage(row, { placeId: row.place_id, kind: row.kind });
  const { _id: messageId, sender, time, channelId, conversationId } = message;
  return message.fileAttachments
    .filter(({ _id }) => row.named?.includes(_id))
    .map(file => ({ file, messageId, sender, time, channelId, conversationId, workspaceId: row.workspace_id }));
}

/** The words of a search: those that must be there, of these the ones whose order counts, and that the others are not. */
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

/** An extract in which the people whom a search means are marked where they are mentioned. */
function withPeople(extract: string, wanted: string): string {
  const people = new Set([...wanted.matchAll(/'N:([^']+)'/g)].map(([, id]) => id));
  if (people.size === 0) return extract;
  return extract.replace(mentionPattern, (mention, _role, id?: string) =>
    people.has(id?.toLowerCase()) ? mark.begins + mention + mark.ends : mention,
  );
}

/** An extract in pieces, as text. */
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

const encode = ({ at, place_id, position }: FoundRow): string =>
  Buffer.from([at, place_id, position].join(' ')).toString('base64url');

function decode(cursor: string): FoundAt {
  const [at = '', placeId = '', position = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const numbers = /^\d{1,16}$/;
  if (!numbers.test(at) || !isUuid(placeId) || !numbers.test(position) || more.length > 0) fail('invalid_cursor');
  return { at, placeId, position: Number(position) };
}
