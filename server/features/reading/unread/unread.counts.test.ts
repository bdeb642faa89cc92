import { api } from '@palabre/common/contract/index.ts';
import { type Level, levels, type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { hearingOf, waitingIn } from '@palabre/common/rules/reading/unread.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  team = await gather(camille, karim);
});

type Where = { channelId: string } | { conversationId: string };

/** Message, as the recount of this test knows it. */
interface Said {
  _id: string;
  position: number;
  by: Person;
  content: string;
  gone: boolean;
}

/** Place, as Karim has it. */
interface Place {
  where: Where;
  said: Said[];
  read: number;
  /** Marks that he set on single notifications. */
  marks: Map<string, boolean>;
  level: Level;
  muted: boolean;
}

const contents = (crew: string) => [
  'rien',
  `<@${karim.id}> et <@${karim.id}>`,
  `<@&${crew}>`,
  '<@everyone>',
  '`<@everyone>`',
  `<@everyone> et <@${karim.id}>`,
];

const idOf = ({ where }: Place) => Object.values(where)[0] as string;
const isTalk = ({ where }: Place) => 'conversationId' in where;
const lastOf = ({ said }: Place) => said.at(-1)?.position ?? 0;
const unreadOf = async (person: Person, query: Where): Promise<Unread> =>
  (await person.ok(api.unread.one, { query })).unread;

/** Tells whether a message calls Karim, by the level of its place. */
function calls({ muted, ...place }: Place, { content, by }: Said, crew: string): boolean {
  const { ids, everyone } = namedIn(content);
  if (ids.includes(karim.id)) return true;
  if (muted) return false;
  return isTalk({ muted, ...place }) ? everyone : ids.includes(crew) || (everyone && by === camille);
}

const others = ({ said }: Place) => said.filter(({ by, gone }) => by !== karim && !gone);
const isRead = ({ read, marks }: Place, { _id, position }: Said) => marks.get(_id) ?? position <= read;

/** Lists the messages of a place that the inbox shows, by the rule of the glossary. */
function listedOf(place: Place, crew: string): Said[] {
  const hearing = hearingOf(place);
  if (hearing === 'nothing') return [];
  const there = others(place);
  return there.filter(one => calls(place, one, crew) || (isTalk(place) && hearing === 'all' && one === there.at(-1)));
}

/** Moves the read pointer of a place, as its person asks. */
function move(place: Place, position: number, back: boolean): void {
  const from = place.read;
  place.read = back ? position : Math.max(place.read, position);
  if (place.read !== from) place.marks = new Map([...place.marks].filter(([, read]) => read !== back));
}

const step = fc.record({
  what: fc.constantFrom(
    ...(['post', 'post', 'post', 'post', 'edit', 'remove', 'read', 'back', 'all', 'undo', 'away'] as const),
    ...(['hear', 'mute', 'one', 'one', 'one unread', 'several'] as const),
  ),
  by: fc.boolean(),
  place: fc.boolean(),
  text: fc.nat({ max: 5 }),
  at: fc.nat({ max: 12 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('mentions of a place', () => {
  it('are counted up to a hundred, with those that were marked as unread one by one', async () => {
    const { _id: channelId } = await team.channel('affluence');
    const body = { channelId, content: `<@${karim.id}> ?` };
    const { message } = await camille.ok(api.messages.send, { body });
    await karim.ok(api.unread.mark, { body: { channelId, position: message.position } });
    await karim.ok(api.notifications.mark, { params: { id: message._id }, body: { isRead: false } });
    expect(await unreadOf(karim, { channelId })).toMatchObject({ mentions: 1, first: null });
    await sql`WITH place AS (UPDATE places SET seq = seq + ${unreadCounted} WHERE id = ${channelId} RETURNING id), said AS (
        INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
        SELECT gen_random_uuid(), id, 1 + n, 1 + n, ${camille.id}, ${body.content}, now()
        FROM place, generate_series(1, ${unreadCounted}::int) AS n RETURNING *
      ) INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at)
      SELECT id, ${karim.id}, false, place_id, position, created_at FROM said`.execute(
      palabre.services.database.kysely,
    );
    expect(await unreadOf(karim, { channelId })).toMatchObject({ mentions: unreadCounted, first: { position: 2 } });
    const { unread } = await karim.ok(api.unread.list);
    expect(unread.find(state => state.channelId === channelId)?.mentions).toBe(unreadCounted);
  });
});

describe('counts and the inbox', () => {
  it('are right and agree after any order of posts, edits, deletions, reads, marks, levels and reconnections', async () => {
    const crew = (await team.role({ users: [karim.id] }))._id;
    const [yann, elsewhere] = [await palabre.register(), await karim.elsewhere()];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async steps => {
        const heard = { read: 0, level: 'all' as Level, muted: false };
        const channel = await team.channel('compte');
        const group = await talk(camille, karim, yann);
        const places: Place[] = [
          { where: { channelId: channel._id }, said: [], marks: new Map(), ...heard },
          { where: { conversationId: group._id }, said: [], marks: new Map(), ...heard },
        ];
        let reader = karim;

        const mark = async (place: Place, one: Said, read: boolean) => {
          if (isRead(place, one) === read) return;
          if (isTalk(place)) move(place, read ? one.position : one.position - 1, !read);
          else place.marks.set(one._id, read);
        };

        const inPlace = async (place: Place, { what, by, text, at }: Step) => {
          const content = contents(crew)[text] as string;
          const author = by ? camille : karim;
          const one = place.said[at % Math.max(1, place.said.length)];
          const listed = listedOf(place, crew);
          const entry = listed[at % Math.max(1, listed.length)];
          if (what === 'post') {
            const { message } = await author.ok(api.messages.send, { body: { ...place.where, content } });
            place.said.push({ ...message, by: author, content, gone: false });
          } else if (what === 'read' || what === 'back') {
            const position = Math.min(at, lastOf(place));
            await reader.ok(api.unread.mark, { body: { ...place.where, position, back: what === 'back' } });
            move(place, position, what === 'back');
          } else if (what === 'hear' || what === 'mute') {
            if (what === 'mute') place.muted = by;
            else place.level = levels[at % levels.length] as Level;
            const { level, muted } = place;
            await reader.ok(api.unread.setLevel, { body: { ...place.where, level, muted } });
          } else if (what === 'one' || what === 'one unread') {
            const read = what === 'one';
            if (!entry) return;
            await reader.ok(api.notifications.mark, { params: { id: entry._id }, body: { isRead: read } });
            await mark(place, entry, read);
          } else if (what === 'several') {
            await reader.ok(api.notifications.markSeveral, { body: { ids: listed.map(({ _id }) => _id) } });
            for (const each of listed) await mark(place, each, true);
          } else if (one && !one.gone && what === 'remove') {
            await one.by.ok(api.messages.remove, { params: { id: one._id } });
            one.gone = true;
          } else if (one && !one.gone && what === 'edit') {
            await one.by.ok(api.messages.edit, { params: { id: one._id }, body: { content } });
            one.content = content;
          }
        };

        const everything = async (meanwhile?: Step) => {
          const before = places.map(({ read, marks }) => ({ read, marks }));
          const { undo } = await reader.ok(api.unread.markAll);
          for (const place of places) move(place, lastOf(place), false);
          for (const place of places) place.marks = new Map([...place.marks].filter(([, read]) => read));
          if (!meanwhile || !undo) return;
          await inPlace(places[meanwhile.place ? 1 : 0] as Place, { ...meanwhile, what: 'post', by: true });
          await reader.ok(api.unread.undoMarkAll, { body: { undo } });
          for (const [i, place] of places.entries()) Object.assign(place, before[i]);
        };

        for (const one of steps) {
          const place = places[one.place ? 1 : 0] as Place;
          if (one.what === 'away') reader = reader === karim ? elsewhere : karim;
          else if (one.what === 'all') await everything();
          else if (one.what === 'undo') await everything(one);
          else await inPlace(place, one);

          const { notifications } = await reader.ok(api.notifications.list);
          for (const each of places) {
            const left = others(each).filter(({ position }) => position > each.read);
            const listed = listedOf(each, crew);
            const here = notifications.filter(
              ({ about }) => (about?.channelId ?? about?.conversationId) === idOf(each),
            );
            expect(here.map(({ _id, isRead }) => [_id, isRead]).sort()).toEqual(
              listed.map(said => [said._id, isRead(each, said)]).sort(),
            );
            const state = await unreadOf(reader, each.where);
            expect(state).toMatchObject({
              first: left[0] ? { _id: left[0]._id, position: left[0].position } : null,
              messages: isTalk(each) ? left.length : 0,
              mentions: others(each).filter(said => calls(each, said, crew) && !isRead(each, said)).length,
            });
            // The badge counts the unread entries of the inbox: each message of a channel, one entry for a
            // conversation.
            const unread = here.filter(notification => !notification.isRead).length;
            expect(waitingIn(state) > 0).toBe(unread > 0);
            if (!isTalk(each)) expect(waitingIn(state)).toBe(unread);
          }
        }
      }),
      { numRuns: 10, interruptAfterTimeLimit: 40_000 },
    );
  });
});
