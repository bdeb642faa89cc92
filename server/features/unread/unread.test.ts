import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/unread.ts';
import { namedIn } from '@palabre/common/rules/mentions.ts';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { talk, write } from '../../test/talk.ts';
import { gather, type Team } from '../../test/team.ts';
import { post } from '../../test/world.ts';

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

const unreadOf = async (person: Person, where: Where): Promise<Unread> =>
  (await person.ok(api.unread.one, { query: where })).unread;
const listed = async (person: Person) => (await person.ok(api.unread.list)).unread;
const mark = (person: Person, where: Where, position: number, back = false) =>
  person.ok(api.unread.mark, { body: { ...where, position, back } });

describe('a place', () => {
  it('is unread from the first message of somebody else, until it is read', async () => {
    const { _id: channelId } = await team.channel('lecture');
    const where = { channelId };
    expect(await unreadOf(karim, where)).toMatchObject({ read: 0, first: null, mentions: 0 });
    const one = await post(camille, { _id: channelId }, 'un');
    await post(karim, { _id: channelId }, 'deux');
    const first = { _id: one._id, position: one.position };
    expect(await unreadOf(karim, where)).toMatchObject({ workspaceId: team.id, first, messages: 0, level: 'all' });
    expect((await listed(karim)).find(state => state.channelId === channelId)?.first).toEqual(first);
    const { unread } = await mark(karim, where, 1_000);
    expect(unread).toMatchObject({ read: 2, first: null });
    expect((await listed(karim)).some(state => state.channelId === channelId)).toBe(false);
  });

  it('is read on all devices of a person within a second, and by nobody else', async () => {
    const { _id: channelId } = await team.channel('appareils');
    await post(camille, { _id: channelId }, 'un');
    const other = await karim.elsewhere();
    const [tab, phone, stranger] = [await karim.connect(), await other.connect(), await camille.connect()];
    await mark(karim, { channelId }, 1);
    for (const device of [tab, phone]) {
      expect(await device.next('updateUnread', state => state.channelId === channelId)).toMatchObject({ read: 1 });
    }
    await stranger.none('updateUnread');
  });

  it('only moves forward, from whatever device, unless it is marked as unread', async () => {
    const { _id: channelId } = await team.channel('avance');
    for (const text of ['un', 'deux', 'trois']) await post(camille, { _id: channelId }, text);
    const other = await karim.elsewhere();
    const ears = await karim.connect();
    await Promise.all([mark(karim, { channelId }, 3), mark(other, { channelId }, 1), mark(other, { channelId }, 2)]);
    expect((await mark(other, { channelId }, 1)).unread).toMatchObject({ read: 3, first: null });
    await ears.settled();
    expect(ears.all('updateUnread').filter(state => state.channelId === channelId)).toHaveLength(1);
    const { unread } = await mark(karim, { channelId }, 1, true);
    expect(unread).toMatchObject({ read: 1, first: { position: 2 } });
  });

  it('that one has just joined has nothing unread of what was said before', async () => {
    const [newcomer] = [await palabre.register()];
    const { _id: channelId } = await team.channel('avant');
    await post(camille, { _id: channelId }, '<@everyone> avant');
    await newcomer.ok(api.workspaces.join, { params: team.params });
    expect(await listed(newcomer)).toEqual([]);
    expect((await newcomer.ok(api.notifications.list)).notifications).toEqual([]);
    await post(camille, { _id: channelId }, 'après');
    expect((await listed(newcomer)).map(state => state.channelId)).toEqual([channelId]);
  });

  it('that one may not see answers as one that is not there, and tells nothing', async () => {
    const { _id: channelId } = await team.channel('caché', 'private');
    const ears = await karim.connect();
    await post(camille, { _id: channelId }, `<@${karim.id}> <@everyone>`);
    for (const reply of [
      await karim.call(api.unread.one, { query: { channelId } }),
      await karim.call(api.unread.mark, { body: { channelId, position: 1 } }),
      await karim.call(api.unread.setLevel, { body: { channelId, muted: true } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    expect((await listed(karim)).some(state => state.channelId === channelId)).toBe(false);
    await ears.none('newNotification');
    const { notifications } = await karim.ok(api.notifications.list);
    expect(notifications.some(one => one.about?.channelId === channelId)).toBe(false);
  });

  it('has a level and may be muted, on all devices', async () => {
    const { _id: channelId } = await team.channel('niveau');
    const ears = await karim.connect();
    const { unread } = await karim.ok(api.unread.setLevel, { body: { channelId, level: 'mentions' } });
    expect(unread).toMatchObject({ level: 'mentions', muted: false });
    expect(await ears.next('updateUnread', state => state.channelId === channelId)).toEqual(unread);
    await karim.ok(api.unread.setLevel, { body: { channelId, muted: true } });
    expect(await unreadOf(karim, { channelId })).toMatchObject({ level: 'mentions', muted: true });
    expect(await unreadOf(camille, { channelId })).toMatchObject({ level: 'all', muted: false });
  });
});

it('everything is marked as read at once', async () => {
  const { _id: channelId } = await team.channel('tout');
  await post(camille, { _id: channelId }, `<@${karim.id}>`);
  await write(camille, await talk(camille, karim), 'Bonjour');
  const ears = await karim.connect();
  const { message } = await karim.ok(api.unread.markAll);
  expect(message).toBe('Tout est marqué comme lu.');
  expect(await ears.next('readAll')).toEqual({ _id: karim.id });
  expect((await listed(karim)).filter(({ first }) => first)).toEqual([]);
  const { notifications } = await karim.ok(api.notifications.list);
  expect(notifications.filter(({ about, isRead }) => about && !isRead)).toEqual([]);
});

it('reads that come together are kept in as many statements as one alone', async () => {
  const { _id: channelId } = await team.channel('ensemble');
  for (let i = 0; i < 20; i++) await post(camille, { _id: channelId }, 'un');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const inserts = () =>
    query.mock.calls.filter(([asked]) =>
      ((asked as { text?: string }).text ?? '').includes('INSERT INTO read_pointers'),
    );
  await Promise.all(Array.from({ length: 40 }, (_, i) => mark(karim, { channelId }, i % 20)));
  expect(inserts().length).toBeLessThan(10);
  query.mockRestore();
  expect(await unreadOf(karim, { channelId })).toMatchObject({ read: 19 });
});

/** What was done, as a recount understands it. */
interface Said {
  _id: string;
  position: number;
  by: Person;
  content: string;
  gone: boolean;
}

describe('counts', () => {
  it('are right after any order of posts, edits, deletions, reads and reconnections', async () => {
    const crew = await team.role({ users: [karim.id] });
    const [yann, elsewhere] = [await palabre.register(), await karim.elsewhere()];
    const contents = ['rien', `<@${karim.id}> et <@${karim.id}>`, `<@&${crew._id}>`, '<@everyone>', '`<@everyone>`'];
    const step = fc.record({
      what: fc.constantFrom('post', 'post', 'post', 'edit', 'remove', 'read', 'back', 'all', 'away'),
      by: fc.boolean(),
      place: fc.boolean(),
      text: fc.nat({ max: contents.length - 1 }),
      at: fc.nat({ max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
        const channel = await team.channel('compte');
        const group = await talk(camille, karim, yann);
        const places = [
          {
            where: { channelId: channel._id },
            said: [] as Said[],
            read: 0,
            calls: (content: string, by: Person) => callsKarim(content, crew._id, by === camille),
          },
          {
            where: { conversationId: group._id },
            said: [] as Said[],
            read: 0,
            calls: (content: string) => callsKarim(content, crew._id, true, false),
          },
        ];
        let reader = karim;
        for (const { what, by, place: which, text, at } of steps) {
          const place = places[which ? 1 : 0] as (typeof places)[number];
          const content = contents[text] as string;
          const author = by ? camille : karim;
          const one = place.said[at % Math.max(1, place.said.length)];
          const last = place.said.at(-1)?.position ?? 0;
          if (what === 'post') {
            const { message } = await author.ok(api.messages.send, { body: { ...place.where, content } });
            place.said.push({ ...message, by: author, content, gone: false });
          } else if (what === 'away') {
            reader = reader === karim ? elsewhere : karim;
          } else if (what === 'all') {
            await reader.ok(api.unread.markAll);
            for (const all of places) all.read = Math.max(0, ...all.said.map(({ position }) => position));
          } else if (what === 'read' || what === 'back') {
            const position = Math.min(at, last);
            await mark(reader, place.where, position, what === 'back');
            place.read = what === 'back' ? position : Math.max(place.read, position);
          } else if (one && !one.gone && what === 'remove') {
            await one.by.ok(api.messages.remove, { params: { id: one._id } });
            one.gone = true;
          } else if (one && !one.gone) {
            await one.by.ok(api.messages.edit, { params: { id: one._id }, body: { content } });
            one.content = content;
          }
          {
            const { where, said, read, calls } = place;
            const left = said.filter(({ by: who, gone, position }) => who !== karim && !gone && position > read);
            expect(await unreadOf(reader, where)).toMatchObject({
              first: left[0] ? { _id: left[0]._id, position: left[0].position } : null,
              messages: 'conversationId' in where ? left.length : 0,
              mentions: left.filter(({ content: text, by: who }) => calls(text, who)).length,
            });
          }
        }
        const { notifications } = await reader.ok(api.notifications.list);
        for (const { where, said, read, calls } of places) {
          const id = Object.values(where)[0];
          const here = notifications.filter(({ about }) => (about?.channelId ?? about?.conversationId) === id);
          const others = said.filter(({ by, gone }) => by !== karim && !gone);
          const expected = others.filter(
            (one, i) => calls(one.content, one.by) || ('conversationId' in where && i === others.length - 1),
          );
          expect(here.map(({ _id, isRead }) => [_id, isRead]).sort()).toEqual(
            expected.map(({ _id, position }) => [_id, position <= read]).sort(),
          );
        }
      }),
      { numRuns: 8, interruptAfterTimeLimit: 40_000 },
    );
  });
});

function callsKarim(content: string, roleId: string, mayCallAll: boolean, hasRoles = true): boolean {
  const { ids, everyone } = namedIn(content);
  return ids.includes(karim.id) || (hasRoles && ids.includes(roleId)) || (everyone && mayCallAll);
}
