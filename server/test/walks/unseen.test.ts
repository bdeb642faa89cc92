import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { act, found } from '../people/societies.ts';
import { talk, write } from '../people/talk.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';

/**
 * Tests that hidden places change nothing that a person can see, count or weigh: every answer to a person without
 * rights is the same, letter for letter, before and after acts out of their sight.
 */
type Observer = 'member' | 'outsider';

let palabre: Palabre;
let observers: Record<Observer, Person>;
let team: Team;
/** Ids for addresses: of visible, hidden and missing records. */
let ids: Record<'seen' | 'unseen', Record<string, string>>;
let acts: Record<string, () => Promise<unknown>>;
/** Last text written out of sight, and the person who finds it by a search. */
let last = '';
let holder: Person;

const nowhere = '0199f3c0-0000-7000-8000-000000000000';
const word = 'canari';

beforeAll(async () => {
  palabre = await startPalabre();
  const [owner, holding, member, outsider, other] = (await Promise.all(
    ['Camille', 'Léonie', 'Karim', 'Yann', 'Hélène'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person, Person, Person];
  holder = holding;
  observers = { member, outsider };
  team = await gather(owner, holder, member);
  const open = await team.channel('ouvert');
  const hidden = await team.channel('direction', 'private');
  await team.role({
    name: 'Conduite',
    users: [holder.id],
    visibleChannels: [hidden._id],
    writableChannels: [hidden._id],
  });
  const private_ = await talk(owner, holder);
  const society = await found(owner);
  const said = await post(owner, open, `Un ${word} pour tous.`);
  let secret = await post(holder, hidden, `Le ${word} de la direction.`);
  const { message: attached } = await holder.ok(api.messages.send, {
    body: { channelId: hidden._id, content: '' },
    files: [{ bytes: Buffer.from('Le devis'), name: `${word}.txt` }],
  });
  const reply = async (to: { _id: string }, content: string, more = {}) =>
    (await holder.ok(api.messages.send, { body: { threadOf: to._id, content, ...more } })).message;
  const apart = await post(holder, hidden, `Le ${word} à part.`);
  await reply(said, `Un ${word} en fil.`);
  await reply(apart, `Le ${word} en fil.`);
  const { roles } = await owner.ok(api.roles.list, { params: team.params });
  ids = {
    seen: {
      ...{
        discoverable: team.id,
        member: team.id,
        channel: open._id,
        place: open._id,
        message: said._id,
        thread: said._id,
      },
      ...{ role: roles[0]?._id ?? '', conversation: nowhere, society: society._id, societyMember: society._id },
    },
    unseen: {
      ...{
        discoverable: team.id,
        member: team.id,
        channel: hidden._id,
        place: hidden._id,
        message: secret._id,
        thread: apart._id,
      },
      ...{ role: nowhere, conversation: private_._id, file: attached.fileAttachments[0]?._id ?? '' },
    },
  };
  let count = 0;
  const said_ = () => {
    count += 1;
    last = `${word}${newId().slice(-10)}`;
    return `Le ${last} ${'et '.repeat(count % 3)}reste entre nous.`;
  };
  acts = {
    'a post in a private channel': async () => {
      secret = await post(holder, hidden, said_());
    },
    'an edit there': () => holder.ok(api.messages.edit, { params: { id: secret._id }, body: { content: said_() } }),
    'a reaction there': () => holder.ok(api.reactions.add, { params: { id: secret._id }, body: { reaction: '👍' } }),
    'an answer there': () =>
      holder.ok(api.messages.send, { body: { channelId: hidden._id, content: said_(), replyTo: secret._id } }),
    'a reply there': () => reply(apart, said_(), { alsoInPlace: true }),
    'a reply that is the first and goes': async () => {
      const first = await reply(await post(holder, hidden, said_()), said_());
      await holder.ok(api.messages.remove, { params: { id: first._id } });
    },
    'a thread that is left and followed there': async () => {
      for (const following of [false, true])
        await holder.ok(api.threads.follow, { params: { id: apart._id }, body: { following } });
    },
    'a pin there': () => holder.ok(api.pins.pin, { params: { id: secret._id } }),
    'a deletion there': async () => {
      const gone = await post(holder, hidden, said_());
      await holder.ok(api.messages.remove, { params: { id: gone._id } });
      secret = await post(holder, hidden, said_());
    },
    'a file there': () =>
      holder.ok(api.messages.send, {
        body: { channelId: hidden._id, content: said_() },
        files: [{ bytes: Buffer.from('Un plan'), name: `${word}-plan.txt` }],
      }),
    'another name for that channel': () =>
      owner.ok(api.channels.update, { params: { id: hidden._id }, body: { title: `direction ${newId().slice(-4)}` } }),
    'another private channel': () => team.channel(`${word} ${newId().slice(-4)}`, 'private'),
    'a message of a conversation': () => write(owner, private_, said_()),
    'a new conversation': async () => talk(owner, other),
    'a mention in a private channel': () => post(owner, hidden, `<@${holder.id}> ${said_()}`),
    'a request to join a society': () => act(other, society, 'join'),
    'a request that is taken back': () => act(other, society, 'removePendingUser'),
    'what is read there': () =>
      owner.ok(api.unread.mark, { body: { channelId: hidden._id, position: secret.position } } as never),
  };
});

/** Lists the addresses of every GET of the contract, about visible, hidden and missing records. */
function addresses(person: Person): string[] {
  const all = Object.values(api).flatMap(group => Object.values(group as Record<string, Endpoint>));
  // These answers hold times, and differ at each request.
  const timed: Endpoint[] = [api.accounts.sessions, api.personalData.export];
  return all
    .filter(endpoint => endpoint.method === 'GET' && !timed.includes(endpoint))
    .flatMap(endpoint => {
      // This endpoint about many ids names messages.
      const kind =
        endpoint === api.messages.linked || endpoint === api.threads.states ? 'message' : endpoint.access.kind;
      const named = [ids.seen[kind], ids.unseen[kind], nowhere, ...(kind === 'self' ? [person.id] : [])];
      return [...new Set(named.filter(id => id !== undefined))].map(id => {
        const asked: Record<string, string> = {
          ...{
            workspaceId: team.id,
            userId: holder.id,
            q: word,
            search: 'can',
            ids: holder.id,
            after: '0',
            unread: '50',
          },
          ...(kind === 'place' && { channelId: id }),
          ...(kind === 'message' && { ids: id }),
          ...(endpoint === api.users.byEmail && { email: holder.user.email }),
        };
        const { shape } = endpoint.query as unknown as { shape: Record<string, unknown> };
        const query = new URLSearchParams(Object.entries(asked).filter(([name]) => name in shape));
        return `/api${endpoint.path.replace(':name', 'x').replace(/:\w+/g, id)}?${query}`;
      });
    });
}

/** Status, text and length of an answer. */
type Seen = [number, string, string | null];

/** Reads everything that a person can see: the answers and their lengths. */
async function view(person: Person): Promise<Record<string, Seen>> {
  const seen: Record<string, Seen> = {};
  for (const address of addresses(person)) {
    const { status, body, headers } = await person.raw('GET', address);
    seen[address] = [status, JSON.stringify(body), headers.get('content-length')];
  }
  return seen;
}

/** Waits until a person finds so many messages with this text, so that no pending work changes an answer. */
const indexed = (person: Person, text: string, count: number) =>
  vi.waitUntil(async () => {
    const { results } = await person.ok(api.search.messages, { query: { q: text } });
    return results.length === count;
  });

it('Acts out of sight change no answer and no length for a person without the right to see them', async () => {
  // A message and its reply.
  await indexed(observers.member, word, 2);
  const names = Object.keys(acts);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length - 3 }), async some => {
      const before = { member: await view(observers.member), outsider: await view(observers.outsider) };
      for (const name of some) await acts[name]?.();
      await acts['a post in a private channel']?.();
      await indexed(holder, last, 1);
      const after = { member: await view(observers.member), outsider: await view(observers.outsider) };
      for (const who of ['member', 'outsider'] as const) {
        for (const [address, answer] of Object.entries(before[who])) {
          expect(after[who][address], `${address}, asked by the ${who}, answered:\n${answer}`).toEqual(answer);
        }
      }
    }),
    { numRuns: randomRuns(3), endOnFailure: true, includeErrorInReport: true },
  );
});

it('A hidden record gets the same answer as a missing one', async () => {
  for (const person of Object.values(observers)) {
    const seen = await view(person);
    const kinds = Object.entries(ids.unseen).filter(([kind, id]) => id !== ids.seen[kind] && id !== nowhere);
    for (const [, id] of kinds) {
      const asked = Object.keys(seen).filter(address => address.includes(id));
      expect(asked.length).toBeGreaterThan(0);
      for (const address of asked) {
        expect([address, seen[address]]).toEqual([address, seen[address.replaceAll(id, nowhere)]]);
      }
    }
  }
});
