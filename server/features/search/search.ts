import type { api } from '@palabre/common/contract/index.ts';
import type { FoundFile, Piece } from '@palabre/common/contract/search.ts';
import { asksSomething, asksWords, readSearch } from '@palabre/common/rules/search.ts';
import { aheadOfUtc, startOfDay } from '@palabre/common/rules/zones.ts';
import { validate as isUuid } from 'uuid';
import { fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import type { Actor } from '../../platform/session.ts';
import { toMessage } from '../messages/messages.store.ts';
import { type FoundAt, type FoundRow, findMessages, type Meaning, mark, readMeaning } from './search.store.ts';
import { windowsBack } from './windows.ts';

const foundAtOnce = 20;
/** Pages of messages that a search of files goes through for one that is not empty. */
const pagesLookedThrough = 5;
/** Up to so many places of a person are asked of the index itself. */
const placesInIndex = 16;
/** Messages that such places hold up to which all that answer are looked for at once: in each stretch the index reads as much. */
const smallTo = 20_000;

export const search: Handlers<typeof api.search> = {
  messages: {
    runs: 'own loading',
    async handle(asked) {
      const { rows, nextCursor } = await find(asked, false);
      return {
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
      return { results, nextCursor: page.nextCursor };
    },
  },
};

interface Asked {
  actor: Actor;
  query: { q: string; zone: string; cursor?: string | undefined };
  services: Pick<Services, 'limits' | 'database'>;
}

/** A page of what answers; of files: of messages that carry one whose name does. */
async function find({ actor, query, services }: Asked, files: boolean) {
  const now = new Date();
  const { zone } = query;
  const asked = readSearch(query.q, new Date(now.getTime() + aheadOfUtc(now.getTime(), zone)));
  const nothing = { rows: [], nextCursor: null };
  if (!asksSomething(asked)) return nothing;
  await services.limits.spend('search', actor.userId);
  const { pool } = services.database;
  const meaning = await readMeaning(pool, actor.userId, asked);
  const words = queryOf(meaning.terms);
  const silent = asksWords(asked) && words.wanted === '';
  if (meaning.placeIds.length === 0 || meaning.senderIds?.length === 0 || silent) return nothing;
  const after = query.cursor === undefined ? null : decode(query.cursor);
  const end = Math.min(
    now.getTime() + 60_000,
    asked.before ? startOfDay(asked.before, zone) : Number.POSITIVE_INFINITY,
    after ? Math.floor(Number(after.at) / 1_000) + 1 : Number.POSITIVE_INFINITY,
  );
  const from = asked.after ? startOfDay(asked.after, zone) : null;
  const isSmall = meaning.placeIds.length <= placesInIndex && meaning.messages <= smallTo;
  // What must not be there drops what it is said of: a message by its text, a file by its own name.
  const told = files ? standing(words.wanted, 'A') : both(words.wanted, standing(words.unwanted, 'D'));
  const rows = await findMessages(pool, {
    placeIds: meaning.placeIds,
    query: [told, ...marksOf(meaning, files || asked.hasFile)].filter(Boolean).join(' & '),
    shown: words.wanted,
    names: both(words.wanted, words.unwanted),
    windows: isSmall ? [{ marks: [], from, until: end }] : windowsBack(end, from),
    after,
    count: foundAtOnce + 1,
  });
  const last = rows.length > foundAtOnce ? rows[foundAtOnce - 1] : undefined;
  return { rows: rows.slice(0, foundAtOnce), nextCursor: last ? encode(last) : null };
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

/** The words of a search: those that must be there, and that the others are not. */
function queryOf(terms: Meaning['terms']): { wanted: string; unwanted: string } {
  const said = terms.filter((term): term is { query: string; without: boolean } => term.query !== null);
  const wanted = said.filter(term => !term.without).map(term => `(${term.query})`);
  const unwanted = said.filter(term => term.without).map(term => `!(${term.query})`);
  return { wanted: wanted.join(' & '), unwanted: unwanted.join(' & ') };
}

const oneOf = (letter: string, ids: readonly string[]): string => `(${ids.map(id => `'${letter}:${id}'`).join(' | ')})`;

function marksOf({ placeIds, senderIds }: Meaning, hasFile: boolean): string[] {
  return [
    ...(placeIds.length <= placesInIndex ? [oneOf('p', placeIds)] : []),
    ...(senderIds ? [oneOf('s', senderIds)] : []),
    ...(hasFile ? [`'f:'`] : []),
  ];
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
