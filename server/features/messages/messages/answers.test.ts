import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

/** Tests replies: what they show of the message they reply to, whom they call, and which messages accept replies. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let team: Team;
let asked: Message;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  team = await gather(camille, karim, yann);
  // The picture is shown with his messages in answers, events and pages.
  await karim.ok(api.accounts.update, { params: { id: karim.id }, body: {}, image: { bytes: await picture() } });
  asked = await post(karim, team.welcome, 'On livre **mardi** ?');
});

type Body = Parameters<Person['call']>[1] extends infer _ ? Record<string, unknown> : never;
const answer = (person: Person, replyTo: string, more: Body = {}, channelId = team.welcome._id) =>
  person.call(api.messages.send, { body: { channelId, content: 'Oui.', replyTo, ...more } });
const answered = async (...given: Parameters<typeof answer>): Promise<Message> => {
  const { status, body } = await answer(...given);
  expect(status).toBe(201);
  return body.message;
};
const last = async (person: Person, channelId = team.welcome._id) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages.at(-1);
const notified = async (person: Person, id: string) =>
  (await person.ok(api.notifications.list)).notifications.filter(one => one._id === id);
const edit = (person: Person, { _id: id }: Message, content: string) =>
  person.ok(api.messages.edit, { params: { id }, body: { content } });
const remove = (person: Person, { _id: id }: Message) => person.ok(api.messages.remove, { params: { id } });
const linked = async (person: Person, ...ids: string[]) =>
  (await person.ok(api.messages.linked, { query: { ids: ids.join() } })).messages;

describe('a reply', () => {
  it('carries the message it replies to, the same wherever it is read', async () => {
    const ears = await yann.connect();
    const message = await answered(camille, asked._id);
    expect(message.replyTo).toEqual({
      _id: asked._id,
      sender: asked.sender,
      excerpt: 'On livre **mardi** ?',
      files: 0,
      calls: karim.id,
    });
    const place = { channelId: team.welcome._id };
    const pages = await Promise.all([
      yann.ok(api.messages.page, { query: place }),
      yann.ok(api.messages.page, { query: { ...place, around: message._id } }),
      yann.ok(api.messages.page, { query: { ...place, since: asked.time } }),
      yann.ok(api.messages.changes, { query: { ...place, after: message.seq - 1 } }),
      yann.ok(api.messages.ofChannel, { params: { id: team.welcome._id } }),
    ]);
    for (const { messages } of pages) expect(messages.find(({ _id }) => _id === message._id)).toEqual(message);
    expect((await yann.ok(api.messages.one, { params: { id: message._id } })).message).toEqual(message);
    expect(await ears.next('newMessage', ({ _id }) => _id === message._id)).toEqual(message);
    expect(asked).not.toHaveProperty('replyTo');
  });

  it('shows the message it replies to as it is: edited, or without text once deleted', async () => {
    const question = await post(karim, team.welcome, 'À quelle heure ?');
    const message = await answered(camille, question._id);
    await edit(karim, question, '> À quelle [heure](https://exemple.fr) ?\n\nEt où ?');
    expect((await last(yann))?.replyTo?.excerpt).toBe('Et où ?');
    await remove(karim, question);
    const gone = { _id: question._id, sender: null, excerpt: '', files: 0, calls: karim.id };
    expect((await last(yann))?.replyTo).toEqual(gone);
    expect((await edit(camille, message, 'Oui, oui.')).message.replyTo).toEqual(gone);
  });

  it('is one message however often it is sent, even after the message it replies to is gone', async () => {
    const question = await post(karim, team.welcome, 'Vous venez ?');
    const nonce = crypto.randomUUID();
    const first = await answered(camille, question._id, { nonce });
    await remove(karim, question);
    const { status, body } = await answer(camille, question._id, { nonce });
    expect([status, body.message._id]).toEqual([200, first._id]);
  });

  it('carries files as any message does', async () => {
    const { message } = await camille.ok(api.messages.send, {
      body: { channelId: team.welcome._id, content: '', replyTo: asked._id, replyNotifies: false },
      files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
    });
    expect(message.replyTo).toMatchObject({ _id: asked._id, calls: null });
    const next = await answered(karim, message._id);
    expect(next.replyTo).toMatchObject({ excerpt: '', files: 1, calls: camille.id });
    expect(await linked(yann, message._id)).toMatchObject([{ excerpt: '', files: 1 }]);
  });

  it('is refused to a message that is elsewhere, hidden, unknown or deleted, before its files are read', async () => {
    const hidden = await team.channel('direction', 'private');
    const secret = await post(camille, hidden, 'Entre nous.');
    const other = await post(camille, await team.channel('chantier'), 'Ailleurs.');
    const apart = await write(camille, await talk(camille, karim), 'À deux.');
    const refusal = async (replyTo: string, files?: { bytes: Buffer; name: string }[]) => {
      const input = { body: { channelId: team.welcome._id, content: 'Refusé.', replyTo }, ...(files && { files }) };
      const { status, body } = await yann.call(api.messages.send, input as never);
      return [status, body];
    };
    const nowhere = await refusal(newId());
    expect(nowhere).toMatchObject([404, { code: 'message_not_found' }]);
    const deletedElsewhere = await post(camille, hidden, 'Effacé.');
    await remove(camille, deletedElsewhere);
    for (const { _id } of [secret, other, apart, deletedElsewhere]) expect(await refusal(_id)).toEqual(nowhere);
    const files = [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }];
    const receive = vi.spyOn(palabre.services.storage.drafts, 'receive');
    expect(await refusal(secret._id, files)).toEqual(nowhere);
    const gone = await post(karim, team.welcome, 'Effacé ici.');
    await remove(karim, gone);
    expect(await refusal(gone._id)).toMatchObject([409, { code: 'answered_deleted' }]);
    expect(await refusal(gone._id, files)).toMatchObject([409, { code: 'answered_deleted' }]);
    expect(receive).not.toHaveBeenCalled();
    receive.mockRestore();
    const { messages } = await yann.ok(api.messages.ofChannel, { params: { id: team.welcome._id } });
    expect(messages.map(({ content }) => content)).not.toContain('Refusé.');
    // A person who may not read the place gets `not_found` only.
    const stranger = await palabre.register({ firstName: 'Hélène' });
    const outside = await answer(stranger, asked._id);
    expect(outside.body).toMatchObject({ code: 'not_found' });
  });

  it('reads the message it replies to in one query for all posts; posts that are no replies run none', async () => {
    const statements = async (act: () => Promise<unknown>) => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await act();
      const named = query.mock.calls.map(([given]) => (given as { name?: string }).name ?? '');
      query.mockRestore();
      return named.filter(name => name.startsWith('post'));
    };
    expect(await statements(() => post(camille, team.welcome, 'Bonjour'))).toEqual(['posting-access', 'posts-insert']);
    expect((await statements(() => answered(camille, asked._id))).sort()).toEqual([
      'posting-access',
      'posts-answered',
      'posts-insert-calling',
    ]);
  });
});

describe('the author of the message replied to', () => {
  it('is told as of a mention, once, even if the text names them, and it counts as one', async () => {
    const ears = await karim.connect();
    const question = await post(karim, team.welcome, 'Qui vient ?');
    await karim.ok(api.unread.mark, { body: { channelId: team.welcome._id, position: question.position } });
    const message = await answered(yann, question._id, { content: `Moi, <@${karim.id}> ! <@${karim.id}>` });
    const told = await ears.next('newNotification', ({ _id }) => _id === message._id);
    expect(told).toMatchObject({ type: 'mention', content: 'Un message répond au vôtre.', about: { isAnswer: true } });
    await ears.settled();
    expect(ears.all('newNotification', ({ _id }) => _id === message._id)).toHaveLength(1);
    expect(await notified(karim, message._id)).toEqual([told]);
    expect(await notified(camille, message._id)).toEqual([]);
    const place = { channelId: team.welcome._id };
    const { unread } = await karim.ok(api.unread.one, { query: place });
    expect(unread.mentions).toBe(1);
    // Edits keep calling the author, and do not notify them again.
    await edit(yann, message, `Moi, <@${karim.id}>, et <@${camille.id}>`);
    await edit(yann, message, `Moi, et <@${camille.id}>`);
    await ears.settled();
    expect(ears.all('newNotification', ({ _id }) => _id === message._id)).toHaveLength(1);
    expect(await notified(karim, message._id)).toHaveLength(1);
    // An edit that first names the author does not notify them again either.
    const plain = await answered(yann, question._id);
    const hers = await camille.connect();
    await edit(yann, plain, `<@${karim.id}> et <@${camille.id}>`);
    await hers.next('newNotification', ({ _id }) => _id === plain._id);
    await ears.settled();
    expect(ears.all('newNotification', ({ _id }) => _id === plain._id)).toHaveLength(1);
  });

  it('is told of a reply, other people called of a mention, also when everyone is called', async () => {
    const [his, hers] = [await karim.connect(), await yann.connect()];
    const ofMessage = (id: string) => (one: { _id: string }) => one._id === id;
    for (const content of [`<@${yann.id}> aussi`, '<@everyone>']) {
      const { _id } = await answered(camille, asked._id, { content });
      const answer = await his.next('newNotification', ofMessage(_id));
      const mention = await hers.next('newNotification', ofMessage(_id));
      expect([answer.about?.isAnswer, mention.about?.isAnswer]).toEqual([true, false]);
      expect(mention.content).toBe('Un message vous mentionne.');
      expect([await notified(karim, _id), await notified(yann, _id)]).toEqual([[answer], [mention]]);
      await his.settled();
      expect(his.all('newNotification', ofMessage(_id))).toHaveLength(1);
    }
  });

  it('is not told when the reply says so, is their own, or reaches a place they silenced or left', async () => {
    const [his, hers] = [await karim.connect(), await camille.connect()];
    const quiet = await answered(camille, asked._id, { replyNotifies: false });
    const own = await answered(karim, asked._id);
    expect([quiet.replyTo?.calls, own.replyTo?.calls]).toEqual([null, null]);
    await karim.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'nothing' } });
    const unheard = await answered(camille, asked._id);
    // It is told, or not, by the level at that moment.
    await his.none('newNotification', ({ _id }) => _id === unheard._id);
    await karim.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'mentions' } });
    const heard = await answered(camille, asked._id);
    await his.next('newNotification', ({ _id }) => _id === heard._id);
    for (const { _id } of [quiet, own, unheard]) {
      expect(his.all('newNotification', one => one._id === _id)).toEqual([]);
    }
    for (const { _id } of [quiet, own]) expect(await notified(karim, _id)).toEqual([]);
    const secret = await team.channel('travaux', 'private');
    const role = await team.role({
      users: [karim.id],
      visibleChannels: [secret._id],
      writableChannels: [secret._id],
    });
    const before = await post(karim, secret, 'Je suis là.');
    await camille.ok(api.roles.remove, { params: { id: role._id } });
    const after = await answered(camille, before._id, {}, secret._id);
    await his.none('newNotification', ({ _id }) => _id === after._id);
    expect(await notified(karim, after._id)).toEqual([]);
    await hers.settled();
  });

  it('is told of a reply in a conversation as of a mention', async () => {
    const group = await talk(camille, karim, yann);
    const question = await write(karim, group, 'Et ici ?');
    const ears = await karim.connect();
    const { message } = await camille.ok(api.messages.send, {
      body: { conversationId: group._id, content: 'Ici aussi.', replyTo: question._id },
    });
    expect(await ears.next('newNotification', ({ _id }) => _id === message._id)).toMatchObject({
      type: 'mention',
      about: { isAnswer: true },
    });
    await ears.settled();
    expect(ears.all('newNotification', ({ _id }) => _id === message._id)).toHaveLength(1);
    expect(await notified(yann, message._id)).toMatchObject([{ type: 'message', about: { excerpt: 'Ici aussi.' } }]);
  });
});

describe('a link to a message', () => {
  it('shows its place, author and text to people who may read it, and nothing to others', async () => {
    const hidden = await team.channel('compta', 'private');
    const secret = await post(camille, hidden, '> Combien ?\n\nLe solde de ||juin||.');
    const talked = await write(camille, await talk(camille, yann), 'À deux.');
    const deleted = await post(camille, hidden, 'Effacé.');
    await remove(camille, deleted);
    const all = [asked._id, secret._id, talked._id, deleted._id, newId(), asked._id];
    expect(await linked(karim, ...all)).toEqual([
      {
        _id: asked._id,
        channelId: team.welcome._id,
        conversationId: null,
        workspaceId: team.id,
        title: team.welcome.title,
        sender: asked.sender,
        time: asked.time,
        excerpt: asked.content,
        files: 0,
      },
    ]);
    expect((await linked(camille, ...all)).map(({ _id, title, excerpt }) => [_id, title, excerpt]).sort()).toEqual(
      [
        [asked._id, team.welcome.title, asked.content],
        [secret._id, 'compta', 'Le solde de ||juin||.'],
        [talked._id, null, 'À deux.'],
      ].sort(),
    );
    expect(await linked(yann, secret._id)).toEqual(await linked(yann, newId()));
    expect(await linked(karim)).toEqual([]);
    // A string that is no id is ignored.
    expect(await linked(karim, 'abc', asked._id)).toHaveLength(1);
  });

  it('names a deleted account, as an answer to its message does', async () => {
    const leaving = await palabre.register({ firstName: 'Lucie' });
    await leaving.ok(api.workspaces.join, { params: team.params });
    const left = await post(leaving, team.welcome, 'Au revoir.');
    const said = await answered(karim, left._id);
    await leaving.ok(api.accounts.remove, { params: { id: leaving.id } });
    const sender = { _id: leaving.id, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
    expect(await linked(camille, left._id)).toMatchObject([{ sender }]);
    expect((await camille.ok(api.messages.one, { params: { id: said._id } })).message.replyTo?.sender).toEqual(sender);
  });

  it('is previewed up to fifty at once, in one statement', async () => {
    const ids = Array.from({ length: 51 }, newId);
    expect((await karim.call(api.messages.linked, { query: { ids: ids.join() } })).status).toBe(400);
    const made = await Promise.all(Array.from({ length: 3 }, () => post(karim, team.welcome, 'Un.')));
    expect(await linked(camille, ...made.map(({ _id }) => _id))).toHaveLength(3);
  });
});
