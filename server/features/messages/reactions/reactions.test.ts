import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { holdPlace } from '../../../test/locks.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { ReactionQueue } from './reaction-queue.ts';
import { reactionsFeature } from './reactions.feature.ts';

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

const react = (person: Person, { _id: id }: Message, reaction = '👍') =>
  person.call(api.reactions.add, { params: { id }, body: { reaction } });
const takeBack = (person: Person, { _id: id }: Message, reaction = '👍') =>
  person.call(api.reactions.remove, { params: { id }, query: { reaction } });
const read = async ({ _id: id }: Message) => (await camille.ok(api.messages.one, { params: { id } })).message;

describe('a reaction', () => {
  it('is answered with the message, told to everyone who may read it, and stored', async () => {
    const message = await post(camille, team.welcome, 'La charpente est posée.');
    const [ears, deaf] = [await camille.connect(), await yann.connect()];
    const { status, body } = await react(karim, message);
    const expected = { ...message, reactions: [{ reaction: '👍', usersId: [karim.id] }], seq: message.seq + 1 };
    expect([status, body.message]).toEqual([200, expected]);
    expect(await ears.next('updateMessage')).toEqual(expected);
    await deaf.none('updateMessage');
    const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
    expect(messages.at(-1)).toEqual(expected);
  });

  it('is shared by people with the same emoji, and taken back by a second press', async () => {
    const message = await post(camille, team.welcome, 'On vote ?');
    await react(karim, message);
    await react(camille, message, '🎉');
    await react(camille, message);
    expect((await read(message)).reactions).toEqual([
      { reaction: '👍', usersId: [karim.id, camille.id] },
      { reaction: '🎉', usersId: [camille.id] },
    ]);
    await react(karim, message);
    expect((await read(message)).reactions[0]).toEqual({ reaction: '👍', usersId: [camille.id] });
    expect((await takeBack(camille, message)).body.message.reactions).toEqual([
      { reaction: '🎉', usersId: [camille.id] },
    ]);
  });

  it('taken back without being there emits nothing', async () => {
    const message = await post(camille, team.welcome, 'Rien à reprendre.');
    await react(camille, message);
    const before = await read(message);
    const ears = await karim.connect();
    const { status, body } = await takeBack(karim, message);
    expect([status, body.message]).toEqual([200, before]);
    await ears.none('updateMessage');
  });

  it('may be the shortcode of a custom emoji, and is one emoji in each of its encodings', async () => {
    const message = await post(camille, team.welcome, 'Avec cœur.');
    await react(karim, message, ':tilleul:');
    await react(karim, message, '❤');
    await react(camille, message, '❤️');
    expect((await read(message)).reactions).toEqual([
      { reaction: ':tilleul:', usersId: [karim.id] },
      { reaction: '❤️', usersId: [karim.id, camille.id] },
    ]);
  });

  it('stays with an edited message, and goes with a deleted one', async () => {
    const message = await post(camille, team.welcome, 'avant');
    await react(karim, message);
    const { message: edited } = await camille.ok(api.messages.edit, {
      params: { id: message._id },
      body: { content: 'après' },
    });
    expect(edited.reactions).toEqual([{ reaction: '👍', usersId: [karim.id] }]);
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    expect((await react(karim, message)).status).toBe(404);
    expect((await takeBack(karim, message)).status).toBe(404);
  });
});

describe('reacting', () => {
  it('is for anyone who may read the place, even without the right to write there', async () => {
    const readOnly = await team.channel('annonces', 'protected');
    const message = await post(camille, readOnly, 'L’agence ferme le 24.');
    expect((await react(karim, message)).status).toBe(200);
    const hidden = await post(camille, await team.channel('direction', 'private'), 'Entre nous.');
    for (const person of [karim, yann]) expect((await react(person, hidden)).status).toBe(404);
    expect((await react(yann, message)).status).toBe(404);
    expect((await read(hidden)).reactions).toEqual([]);
  });

  it('is refused for a person who lost the place while the reaction waited', async () => {
    const hidden = await team.channel('comité', 'private');
    const role = await team.role({ users: [karim.id], visibleChannels: [hidden._id] });
    const message = await post(camille, hidden, 'Entre nous.');
    const waiting = vi.spyOn(ReactionQueue.prototype, 'wait');
    onTestFinished(() => waiting.mockRestore());
    const held = await holdPlace(palabre, hidden._id);
    const first = react(camille, message);
    await vi.waitUntil(() => waiting.mock.calls.length === 1);
    const second = react(karim, message);
    await vi.waitUntil(() => waiting.mock.calls.length === 2);
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { users: [] } });
    await held.query('COMMIT');
    expect([(await first).status, (await second).status]).toEqual([200, 404]);
    expect((await read(message)).reactions).toMatchObject([{ usersId: [camille.id] }]);
  });

  it('waits after another, and all that wait for one message are one change', async () => {
    const message = await post(camille, team.welcome, 'Vite !');
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const resting = vi.spyOn(ReactionQueue.prototype, 'rest').mockReturnValueOnce(held);
    const waiting = vi.spyOn(ReactionQueue.prototype, 'wait');
    onTestFinished(() => {
      for (const spy of [resting, waiting]) spy.mockRestore();
    });
    await react(camille, message);
    const others = ['🎉', '❤️', '🔥'].map(kind => react(karim, message, kind));
    await vi.waitUntil(() => waiting.mock.calls.length === 4);
    await vi.waitFor(() => expect(resting).toHaveBeenCalledOnce());
    expect(resting.mock.calls[0]?.[0]).toBeGreaterThanOrEqual(125);
    release();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(message)).seq).toBe(message.seq + 2);
  });

  it('waits the longer after another the larger the reactions are, since everybody there is sent them', async () => {
    const message = await post(camille, team.welcome, 'Toute la société.');
    await palabre.services.database.pool.query(
      `UPDATE messages SET reactions = jsonb_build_array(jsonb_build_object('reaction', '👍', 'usersId',
        (SELECT jsonb_agg(gen_random_uuid()) FROM generate_series(1, 1500)))) WHERE id = $1`,
      [message._id],
    );
    const resting = vi.spyOn(ReactionQueue.prototype, 'rest').mockResolvedValueOnce();
    onTestFinished(() => resting.mockRestore());
    await react(karim, message);
    await vi.waitFor(() => expect(resting).toHaveBeenCalledOnce());
    expect(resting.mock.calls[0]?.[0]).toBeGreaterThan(500);
  });

  it('waits as many times longer as processes change its message at the same time', async () => {
    const message = await post(camille, team.welcome, 'De partout.');
    const resting = vi.spyOn(ReactionQueue.prototype, 'rest').mockResolvedValue();
    onTestFinished(() => resting.mockRestore());
    const cluster = { shared: { nodes: () => 3 } };
    const built = await reactionsFeature.provides?.({ services: palabre.services, cluster } as never);
    const other = built?.reactions as ReactionQueue;
    const rests = async (change: () => Promise<unknown>) => {
      resting.mockClear();
      let release = () => {};
      resting.mockReturnValueOnce(new Promise<void>(done => (release = done)));
      const wanted = { userId: camille.id, act: 'toggle' as const };
      await other.react(message._id, { ...wanted, reaction: '👍' });
      const second = other.react(message._id, { ...wanted, reaction: '🎉' });
      await change();
      release();
      await second;
      await vi.waitFor(() => expect(resting.mock.contexts.filter(one => one === other)).toHaveLength(2));
      return resting.mock.calls[resting.mock.contexts.lastIndexOf(other)]?.[0];
    };
    expect(await rests(async () => {})).toBe(125);
    expect(await rests(() => react(karim, message, '❤️'))).toBe(375);
  });

  it('is answered when it could not be stored, and the next one is stored', async () => {
    const message = await post(camille, team.welcome, 'Coupure.');
    vi.spyOn(palabre.services.places, 'run').mockRejectedValueOnce(new AppError('unavailable'));
    const statuses: number[] = [];
    const press = () => void react(karim, message).then(({ status }) => statuses.push(status));
    press();
    await expect.poll(() => statuses).toEqual([503]);
    press();
    await expect.poll(() => statuses).toEqual([503, 200]);
  });

  it.each(['', 'ok', '👍👍', '👍 bravo', ':pas fermé', `:${'a'.repeat(31)}:`, '\u0000', '1', '<img src=x>'])(
    'with « %s », which is not one emoji, is refused',
    async reaction => {
      const message = await post(camille, team.welcome, 'Un seul signe.');
      const { status, body } = await react(karim, message, reaction);
      expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'invalid_input']);
      expect((await read(message)).reactions).toEqual([]);
    },
  );

  it(`with a twenty-first kind of emoji is refused with 409, with a kind already there it is not`, async () => {
    const message = await post(camille, team.welcome, 'Tous les goûts.');
    const kinds = Array.from({ length: limits.reactionKinds + 1 }, (_, n) => `:signe${n}:`);
    const answers = await Promise.all(kinds.map(kind => react(karim, message, kind)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body])).toEqual([
      [409, expect.objectContaining({ code: 'too_many_reactions' })],
    ]);
    const { reactions } = await read(message);
    expect(reactions).toHaveLength(limits.reactionKinds);
    expect((await react(camille, message, reactions[3]?.reaction)).status).toBe(200);
    expect((await react(camille, message, '🎉')).status).toBe(409);
  });
});
