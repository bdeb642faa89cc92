import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  team = await gather(camille, karim);
});

const pin = (person: Person, { _id: id }: Message) => person.call(api.pins.pin, { params: { id } });
const unpin = (person: Person, { _id: id }: Message) => person.call(api.pins.unpin, { params: { id } });
const pinned = (person: Person, channelId: string | null) =>
  person.call(api.pins.ofChannel, { params: { id: channelId ?? '' } });
const contents = async (channelId: string) =>
  (await pinned(camille, channelId)).body.messages.map(({ content }) => content);

describe('a pin', () => {
  it('is set by anyone who reads the message, told to everyone, and removed by anyone', async () => {
    const { _id } = await team.channel('chantier');
    const message = await post(camille, { _id }, 'Le code du portail est au bureau.');
    const ears = await camille.connect();
    const { status, body } = await pin(karim, message);
    const expected = { ...message, pinned: true, seq: 2 };
    expect([status, body.message]).toEqual([200, expected]);
    expect(await ears.next('updateMessage')).toEqual(expected);
    expect((await pinned(karim, _id)).body).toEqual({ messages: [expected], seq: 2 });
    const lifted = await unpin(camille, message);
    expect([lifted.status, lifted.body.message]).toEqual([200, { ...message, seq: 3 }]);
    expect(await ears.next('updateMessage', ({ seq }) => seq === 3)).toEqual({ ...message, seq: 3 });
    expect((await pinned(karim, _id)).body).toEqual({ messages: [], seq: 3 });
  });

  it('set or removed a second time changes nothing and emits nothing', async () => {
    const channel = await team.channel('calme');
    const message = await post(camille, channel, 'une fois');
    expect((await unpin(karim, message)).body.message).toEqual(message);
    const { message: once } = (await pin(camille, message)).body;
    const ears = await camille.connect();
    expect((await pin(karim, message)).body.message).toEqual(once);
    await ears.none('updateMessage');
    expect((await pinned(camille, channel._id)).body.seq).toBe(2);
  });

  it('stays with an edited message, and goes with a deleted one', async () => {
    const channel = await team.channel('photos');
    const [first, second] = [await post(camille, channel, 'un'), await post(camille, channel, 'deux')];
    // The last pinned comes first, whenever it was written.
    for (const message of [second, first]) await pin(karim, message);
    expect(await contents(channel._id)).toEqual(['un', 'deux']);
    // Pinned at the same instant, the last written comes first.
    await palabre.services.database.pool.query(
      "UPDATE messages SET pinned_at = '2026-01-01T00:00:00Z' WHERE place_id = $1",
      [channel._id],
    );
    expect(await contents(channel._id)).toEqual(['deux', 'un']);
    for (const again of [unpin, pin]) await again(karim, first);
    await camille.ok(api.messages.edit, { params: { id: first._id }, body: { content: 'un, corrigé' } });
    expect(await contents(channel._id)).toEqual(['un, corrigé', 'deux']);
    await camille.ok(api.messages.remove, { params: { id: second._id } });
    expect(await contents(channel._id)).toEqual(['un, corrigé']);
    expect((await pin(karim, second)).status).toBe(404);
  });

  it('is for people who may read the place', async () => {
    const hidden = await team.channel('direction', 'private');
    const message = await post(camille, hidden, 'Entre nous.');
    for (const person of [karim, yann]) {
      expect((await pin(person, message)).status).toBe(404);
      expect((await unpin(person, message)).status).toBe(404);
      expect((await pinned(person, hidden._id)).status).toBe(404);
    }
    const readOnly = await team.channel('annonces', 'protected');
    expect((await pin(karim, await post(camille, readOnly, 'à lire'))).status).toBe(200);
    // A channel is no conversation.
    expect((await karim.call(api.pins.ofConversation, { params: { id: readOnly._id } })).status).toBe(404);
    // A conversation has its own, and is no channel.
    const pair = await talk(camille, karim);
    const said = await write(camille, pair, 'à deux');
    expect((await pin(karim, said)).status).toBe(200);
    const { messages } = await camille.ok(api.pins.ofConversation, { params: { id: pair._id } });
    expect(messages).toEqual([{ ...said, pinned: true, seq: 2 }]);
    expect((await pinned(karim, pair._id)).status).toBe(404);
    // Nor is a thread.
    const root = await post(camille, team.welcome, 'racine');
    await camille.ok(api.messages.send, { body: { threadOf: root._id, content: 'réponse' } });
    expect((await pinned(karim, root._id)).status).toBe(404);
  });
});

describe('a place', () => {
  it('has fifty pins at most: the next is refused with 409 until one is lifted', async () => {
    const channel = await team.channel('plein');
    const messages: Message[] = [];
    for (let n = 0; n <= limits.pinsPerPlace; n++) messages.push(await post(camille, channel, `message ${n}`));
    const answers = await Promise.all(messages.map(message => pin(n(message) % 2 ? karim : camille, message)));
    const refused = answers.flatMap(({ status, body }) => (status === 200 ? [] : [[status, body.code]]));
    expect(refused).toEqual([[409, 'too_many_pins']]);
    const { messages: shown } = (await pinned(karim, channel._id)).body;
    expect(shown).toHaveLength(limits.pinsPerPlace);
    const left = messages.find(({ _id }) => !shown.some(one => one._id === _id)) as Message;
    expect((await unpin(karim, shown[7] as Message)).status).toBe(200);
    expect((await pin(karim, left)).status).toBe(200);
  });
});

const n = ({ position }: Message) => position;
