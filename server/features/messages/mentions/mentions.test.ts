import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let team: Team;
/** Time according to the jobs. */
let now = new Date();

beforeAll(async () => {
  palabre = await startPalabre({ now: () => now });
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  team = await gather(camille, karim, yann);
});

const notificationsOf = async (person: Person) => (await person.ok(api.notifications.list)).notifications;
const ofMessage = async (person: Person, id: string) => (await notificationsOf(person)).filter(one => one._id === id);

describe('a message', () => {
  it('with several mentions of a person makes one notification, for them alone', async () => {
    const [his, hers, mine] = [await karim.connect(), await yann.connect(), await camille.connect()];
    const message = await post(camille, team.welcome, `<@${karim.id}> puis <@${karim.id}>, à 14 h`);
    const told = await his.next('newNotification', one => one._id === message._id);
    expect(told).toMatchObject({
      type: 'mention',
      isRead: false,
      link: `/workspace/${team.id}/channel/${team.welcome._id}?message=${message._id}`,
      actor: { _id: camille.id, firstName: 'Camille' },
      about: { channelId: team.welcome._id, position: message.position, excerpt: message.content },
    });
    expect(await ofMessage(karim, message._id)).toEqual([told]);
    expect((await karim.ok(api.notifications.one, { params: { id: message._id } })).notification).toEqual(told);
    await his.settled();
    expect(his.all('newNotification')).toHaveLength(1);
    for (const other of [hers, mine]) await other.none('newNotification');
    expect(await ofMessage(yann, message._id)).toEqual([]);
    expect((await yann.call(api.notifications.one, { params: { id: message._id } })).status).toBe(404);
  });

  it('with a mention of a role or of everyone reaches each of them, without its author and without people of level « nothing »', async () => {
    const crew = await team.role({ users: [karim.id, camille.id] });
    const [his, hers, mine] = [await karim.connect(), await yann.connect(), await camille.connect()];
    const { _id } = await post(camille, team.welcome, `<@&${crew._id}>`);
    await his.next('newNotification', one => one._id === _id);
    await hers.none('newNotification');
    await yann.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'nothing' } });
    const all = await post(camille, team.welcome, '<@everyone> midi');
    expect(all.mentionsEveryone).toBe(true);
    await his.next('newNotification', one => one._id === all._id);
    for (const other of [hers, mine]) await other.none('newNotification');
    expect((await ofMessage(yann, all._id)).length).toBe(0);
    await yann.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'all' } });
    expect((await ofMessage(yann, all._id)).length).toBe(1);
  });

  it('reaches a person who muted its place by their name alone', async () => {
    const crew = await team.role({ users: [karim.id, yann.id] });
    const muted = await team.channel('muet');
    await karim.ok(api.unread.setLevel, { body: { channelId: muted._id, muted: true } });
    const [his, hers] = [await karim.connect(), await yann.connect()];
    const all: Message[] = [];
    const named = [`<@everyone> <@${karim.id}>`, `<@&${crew._id}> <@${karim.id}>`];
    for (const content of ['<@everyone>', `<@&${crew._id}>`, ...named]) all.push(await post(camille, muted, content));
    const last = all.at(-1)?._id;
    for (const ears of [his, hers]) await ears.next('newNotification', one => one._id === last);
    const heard = [his, hers].map(ears => ears.all('newNotification').map(({ _id }) => _id));
    const ids = all.map(({ _id }) => _id);
    expect(heard).toEqual([ids.slice(-named.length), ids]);
  });

  it('whose people the database could not name is in their inbox all the same, and those after it are told', async () => {
    const ears = await karim.connect();
    const { database, logger } = palabre.services;
    const { pool } = database;
    const query = pool.query.bind(pool) as (asked: unknown, values?: unknown) => Promise<unknown>;
    let isAway = true;
    const away = vi.spyOn(pool, 'query').mockImplementation((async (asked: { name?: string }, values?: unknown) => {
      if (isAway && asked.name === 'mention-called') throw new Error('the database is away');
      return query(asked, values);
    }) as unknown as typeof pool.query);
    const warned = vi.spyOn(logger, 'warn');
    onTestFinished(() => {
      for (const spy of [away, warned]) spy.mockRestore();
    });
    const untold = await post(camille, team.welcome, `<@${karim.id}> un`);
    const why = [{ err: expect.any(Error) }, 'mentions not told'];
    await vi.waitFor(() => expect(warned.mock.calls, 'warnings').toEqual([why]));
    isAway = false;
    const next = await post(camille, team.welcome, `<@${karim.id}> deux`);
    await ears.next('newNotification', one => one._id === next._id);
    expect(ears.all('newNotification').map(({ _id }) => _id)).toEqual([next._id]);
    expect(await ofMessage(karim, untold._id)).toHaveLength(1);
  });

  it('calls everyone only when its author may; otherwise the mention is text, by the workspace’s id too', async () => {
    const ears = await yann.connect();
    // A role of another workspace, or of another person, allows nothing here.
    await team.role({ creator: true, users: [yann.id] });
    const other = await gather(camille, karim);
    await other.role({ creator: true, users: [karim.id] });
    expect((await post(karim, other.welcome, '<@everyone>')).mentionsEveryone).toBe(true);
    // The workspace's id beside « everyone » is no second call.
    expect((await post(karim, other.welcome, `<@everyone> <@${other.id}>`)).mentionsEveryone).toBe(true);
    for (const content of ['<@everyone>', `<@${team.id}>`, `<@&${team.id}>`]) {
      const message = await post(karim, team.welcome, content);
      expect(message.mentionsEveryone).toBeUndefined();
      expect(await ofMessage(yann, message._id)).toEqual([]);
    }
    await ears.none('newNotification');
  });

  it('calls nobody who may not read it, nor the people of a role of another workspace', async () => {
    const role = await (await gather(camille, karim)).role({ users: [karim.id] });
    const [hidden, apart] = [await team.channel('direction', 'private'), await talk(camille, yann)];
    const ears = await karim.connect();
    await post(camille, team.welcome, `<@&${role._id}> ici`);
    await post(camille, hidden, `<@${karim.id}> entre nous`);
    await write(camille, apart, `<@${karim.id}> à deux`);
    // Events arrive in order: this message's event follows all events of the others.
    const last = await post(camille, team.welcome, `<@${karim.id}> fin`);
    await ears.next('newNotification', one => one._id === last._id);
    expect(ears.all('newNotification').map(({ _id }) => _id)).toEqual([last._id]);
  });

  it('calls after an edit the people it names then; once deleted, nobody', async () => {
    const { _id } = await post(camille, team.welcome, `<@${karim.id}>`);
    await camille.ok(api.messages.edit, { params: { id: _id }, body: { content: `<@${yann.id}> <@everyone>` } });
    expect((await ofMessage(yann, _id)).map(({ about }) => about?.excerpt)).toEqual([`<@${yann.id}> <@everyone>`]);
    expect((await karim.ok(api.messages.one, { params: { id: _id } })).message.mentionsEveryone).toBe(true);
    await camille.ok(api.messages.edit, { params: { id: _id }, body: { content: `<@${yann.id}>` } });
    expect([await ofMessage(karim, _id), (await ofMessage(yann, _id)).length]).toEqual([[], 1]);
    await camille.ok(api.messages.edit, { params: { id: _id }, body: { content: 'Personne' } });
    expect(await ofMessage(yann, _id)).toEqual([]);
    await camille.ok(api.messages.edit, { params: { id: _id }, body: { content: `<@${yann.id}>` } });
    expect(await ofMessage(yann, _id)).toHaveLength(1);
    await camille.ok(api.messages.remove, { params: { id: _id } });
    expect(await ofMessage(yann, _id)).toEqual([]);
    expect((await yann.call(api.notifications.one, { params: { id: _id } })).status).toBe(404);
  });

  it('calls a person by an edit, and tells nobody a second time', async () => {
    const pair = await talk(camille, karim, yann);
    for (const say of [
      (text: string) => post(camille, team.welcome, text),
      (text: string) => write(camille, pair, text),
    ]) {
      const [his, theirs] = [await karim.connect(), await yann.connect()];
      const { _id } = await say(`Bonjour <@${karim.id}>`);
      const ofThis = (one: { _id: string; type: string }) => one._id === _id && one.type === 'mention';
      await his.next('newNotification', ofThis);
      const edit = (content: string) => camille.ok(api.messages.edit, { params: { id: _id }, body: { content } });
      await edit(`Bonjour <@${karim.id}> et <@${yann.id}>`);
      expect(await theirs.next('newNotification', ofThis)).toMatchObject({ isRead: false });
      await edit(`Bonjour <@${karim.id}> et <@${yann.id}>, à demain`);
      for (const ears of [his, theirs]) {
        await ears.settled();
        expect(ears.all('newNotification', ofThis)).toHaveLength(1);
      }
      expect(his.all('newNotification', one => one._id === _id)).toHaveLength(1);
    }
  });

  it('that calls everyone tells nobody a second time by an edit, nor anybody once it is older than notifications', async () => {
    const [his, hers] = [await karim.connect(), await yann.connect()];
    const all = await post(camille, team.welcome, '<@everyone> midi');
    const old = await post(camille, team.welcome, 'Bonjour');
    await sql`UPDATE messages SET created_at = now() - interval '91 days' WHERE id = ${old._id}`.execute(
      palabre.services.database.kysely,
    );
    const edit = (id: string, content: string) => camille.ok(api.messages.edit, { params: { id }, body: { content } });
    await edit(all._id, `<@everyone> midi, <@${yann.id}> aussi`);
    await edit(old._id, `Bonjour <@${yann.id}>`);
    // Events arrive in order: this message's event follows all events of the edits.
    const last = await post(camille, team.welcome, '<@everyone> fin');
    for (const ears of [his, hers]) {
      await ears.next('newNotification', one => one._id === last._id);
      expect(ears.all('newNotification').map(({ _id }) => _id)).toEqual([all._id, last._id]);
    }
  });

  it('edited to call a person who has read it tells them nothing, and is read for them', async () => {
    for (const name of [`<@${yann.id}>`, '<@everyone>']) {
      const { _id, position } = await post(camille, team.welcome, 'Bonjour');
      await yann.ok(api.unread.mark, { body: { channelId: team.welcome._id, position } });
      const [his, theirs] = [await karim.connect(), await yann.connect()];
      await camille.ok(api.messages.edit, { params: { id: _id }, body: { content: `Bonjour ${name} <@${karim.id}>` } });
      expect(await his.next('newNotification', one => one._id === _id)).toMatchObject({ isRead: false });
      await theirs.none('newNotification', one => one._id === _id);
      expect(await ofMessage(yann, _id)).toMatchObject([{ isRead: true }]);
    }
  });

  it('in a conversation is a notification for the others, one for each conversation', async () => {
    const group = await talk(camille, karim, yann);
    await yann.ok(api.unread.setLevel, { body: { conversationId: group._id, level: 'mentions' } });
    // The level of another place does not apply here.
    const { _id: elsewhere } = await team.channel('ailleurs');
    await karim.ok(api.unread.setLevel, { body: { channelId: elsewhere, level: 'mentions' } });
    const [ears, called] = [await karim.connect(), await yann.connect()];
    const first = await write(camille, group, 'Bonjour');
    expect(await ears.next('newNotification', one => one._id === first._id)).toMatchObject({
      ...{ type: 'message', content: 'Vous avez un nouveau message.' },
    });
    const second = await write(camille, group, `<@${karim.id}> viens`);
    expect(await ears.next('newNotification', one => one._id === second._id)).toMatchObject({ type: 'mention' });
    // None of these messages calls a person at the level « mentions ».
    await called.none('newNotification');
    const third = await write(yann, group, 'J’arrive');
    const kinds = (await notificationsOf(karim)).filter(({ about }) => about?.conversationId === group._id);
    expect(kinds.map(({ _id, type }) => [_id, type])).toEqual([
      [third._id, 'message'],
      [second._id, 'mention'],
    ]);
    expect((await ofMessage(camille, first._id)).length).toBe(0);
    const all = await write(camille, group, '<@everyone> ici');
    expect(all.mentionsEveryone).toBe(true);
    expect(await called.next('newNotification', one => one._id === all._id)).toMatchObject({ type: 'mention' });
  });
});

describe('a notification of a message', () => {
  it('is read once its place is, and marked by itself', async () => {
    const { _id: channelId } = await team.channel('marques');
    const [one, two] = [
      await post(camille, { _id: channelId }, `<@${karim.id}> un`),
      await post(camille, { _id: channelId }, `<@${karim.id}> deux`),
    ];
    const ears = await karim.connect();
    const params = { id: two._id };
    expect((await karim.ok(api.notifications.mark, { params, body: { isRead: true } })).notification.isRead).toBe(true);
    expect(await ears.next('updateNotification')).toMatchObject({ _id: two._id, isRead: true });
    const read = async () => [...(await ofMessage(karim, one._id)), ...(await ofMessage(karim, two._id))];
    expect((await read()).map(({ isRead }) => isRead)).toEqual([false, true]);
    await karim.ok(api.unread.mark, { body: { channelId, position: one.position } });
    expect((await read()).map(({ isRead }) => isRead)).toEqual([true, true]);
    await karim.ok(api.notifications.mark, { params, body: { isRead: false } });
    expect((await read()).map(({ isRead }) => isRead)).toEqual([true, false]);
    const { notifications } = await karim.ok(api.notifications.markSeveral, { body: { ids: [one._id, two._id] } });
    expect(notifications.map(({ _id }) => _id)).toEqual([two._id]);
    for (const other of [camille, yann])
      expect((await other.call(api.notifications.mark, { params, body: { isRead: true } })).status).toBe(404);
  });

  it('is purged after 90 days, like all others', async () => {
    const { _id } = await post(camille, team.welcome, `<@${karim.id}>`);
    const { kysely } = palabre.services.database;
    await sql`UPDATE mentions SET created_at = now() - interval '91 days' WHERE message_id = ${_id}`.execute(kysely);
    await palabre.jobs.now('notifications.purge');
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM mentions WHERE message_id = ${_id}`.execute(kysely);
      expect(rows).toEqual([]);
    });
    expect(await ofMessage(karim, _id)).toEqual([]);
    now = new Date(now.getTime() + 91 * 86_400_000);
    await palabre.jobs.now('notifications.purge');
    await vi.waitFor(async () => {
      expect((await sql`SELECT FROM mentions`.execute(kysely)).rows).toEqual([]);
    });
  });
});

it('A deputy is told once of each message that they may read and that names the person who is gone: by their own name where it names them too', async () => {
  const [administrator, gone, other, deputy] = (await Promise.all(
    ['Agathe', 'Hélène', 'Théo', 'Inès'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person, Person];
  await palabre.makeAdministrator(administrator);
  const crew = await gather(camille, gone, other, deputy, karim);
  const { welcome } = crew;
  const [group, apart] = [await talk(camille, gone, deputy), await talk(camille, gone)];
  const hidden = await crew.channel('direction', 'private');
  // Karim is in their place no more once another is.
  for (const [{ id }, deputyId] of [
    [gone, karim.id],
    [gone, deputy.id],
    [other, deputy.id],
  ] as const)
    await administrator.ok(api.administration.depart, { params: { id }, body: { deputyId } });
  const [ears, his] = [await deputy.connect(), await karim.connect()];
  const both = await post(camille, welcome, `<@${gone.id}> <@${deputy.id}>`);
  const alone = await post(camille, welcome, `<@${other.id}> <@${gone.id}> où en est le devis ?`);
  await post(camille, hidden, `<@${gone.id}> entre nous`);
  await write(camille, apart, `<@${gone.id}> à deux`);
  const talked = await write(camille, group, `<@${gone.id}> et ici ?`);
  const last = await post(camille, welcome, `<@${deputy.id}> fin`);
  await ears.next('newNotification', one => one._id === last._id);
  const told = [
    [both._id, 'mention', undefined],
    [alone._id, 'mention', 'Hélène'],
    [talked._id, 'mention', 'Hélène'],
    [last._id, 'mention', undefined],
  ];
  // The inbox lists the same notifications as the events.
  const { notifications } = await deputy.ok(api.notifications.list);
  const listed = notifications.filter(({ type }) => type === 'mention').toReversed();
  for (const shown of [ears.all('newNotification'), listed])
    expect(shown.map(({ _id, type, about }) => [_id, type, about?.inPlaceOf])).toEqual(told);
  await his.none('newNotification');
  // A deputy hears neither of what they wrote themself nor of a place that they silenced.
  await deputy.ok(api.unread.setLevel, { body: { channelId: welcome._id, level: 'nothing' } });
  await post(camille, welcome, `<@${gone.id}> sans bruit`);
  await write(deputy, group, `<@${gone.id}> est en congé`);
  const end = await write(camille, group, `<@${deputy.id}> merci`);
  await ears.next('newNotification', one => one._id === end._id);
  expect(ears.all('newNotification').map(({ _id }) => _id)).toEqual([...told.map(([id]) => id), end._id]);
  // Once a third one is in their place, an earlier deputy still has nothing of what came after them.
  await administrator.ok(api.administration.depart, { params: { id: gone.id }, body: { deputyId: camille.id } });
  expect((await notificationsOf(karim)).filter(({ about }) => about?.inPlaceOf)).toEqual([]);
});

it('Mentions that could not be told keep none from being told that came meanwhile or after', async () => {
  const { pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const ears = await karim.connect();
  const say = (text: string) => post(camille, team.welcome, `<@${karim.id}> ${text}`);
  const told = (id: string) => ears.next('newNotification', one => one._id === id);
  let meanwhile = '';
  const looking = vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    if ((given[0] as { name?: string }).name !== 'mention-hearings' || meanwhile) return query(...given);
    meanwhile = 'deux';
    meanwhile = (await say('deux'))._id;
    await ears.next('newMessage', ({ _id }) => _id === meanwhile);
    throw new Error('cut off');
  }) as never);
  onTestFinished(() => looking.mockRestore());
  const lost = await say('un');
  await vi.waitUntil(() => ears.all('newMessage').length === 2);
  await told(meanwhile);
  await told((await say('trois'))._id);
  // The inbox has them all.
  expect(await ofMessage(karim, lost._id)).toHaveLength(1);
});

it('Mentions in a channel that is deleted before they are told keep no others from being told', async () => {
  const { pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const [ears, deleted] = [await karim.connect(), await team.channel('éphémère')];
  const say = (channel: { _id: string }) => post(camille, channel, `<@${karim.id}> ici`);
  const together: Message[] = [];
  const looks: unknown[] = [];
  const looking = vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const { name, values } = given[0] as { name?: string; values?: unknown };
    if (name !== 'mention-hearings') return query(...given);
    // The first is held until two more wait behind it, which are then told together.
    if (looks.push(values) === 1) together.push(await say(deleted), await say(team.welcome));
    else if (looks.length === 2) await camille.ok(api.channels.remove, { params: { id: deleted._id } });
    return query(...given);
  }) as never);
  onTestFinished(() => looking.mockRestore());
  await say(team.welcome);
  await vi.waitUntil(() => together.length === 2);
  const [gone, kept] = together;
  await ears.next('newNotification', one => one._id === kept?._id);
  expect(looks[1]).toEqual([[deleted._id, team.welcome._id]]);
  expect(ears.all('newNotification', one => one._id === gone?._id)).toEqual([]);
});

it('<@everyone> costs a few statements and one row however many people it calls, and delays nobody’s post', async () => {
  const cost = async (people: number) => {
    const large = await gather(camille, karim);
    await sql`
      WITH people AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT id, 'Ici', 'Là', id || '@exemple.fr' FROM (
          SELECT gen_random_uuid() AS id FROM generate_series(1, ${people}::int)
        ) AS made RETURNING id
      ) INSERT INTO workspace_members (workspace_id, user_id) SELECT ${large.id}::uuid, id FROM people`.execute(
      palabre.services.database.kysely,
    );
    const ears = await karim.connect();
    await post(camille, large.welcome, 'avant');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { _id } = await post(camille, large.welcome, '<@everyone>');
    await ears.next('newNotification', one => one._id === _id);
    const made = query.mock.calls.map(([asked]) => (asked as { text?: string }).text ?? String(asked));
    query.mockRestore();
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM mentions WHERE message_id = ${_id}`.execute(
      palabre.services.database.kysely,
    );
    // Leaves out the statements of jobs and of the search index, which run beside.
    return { made: made.filter(text => !/graphile|search_/.test(text)), rows: rows[0]?.count };
  };
  for (const people of [5, 10_000]) {
    const { made, rows } = await cost(people);
    expect(rows).toBe(1);
    // Four, and a few statements of other work of the server.
    expect(made.length).toBeLessThan(10);
  }

  // Holds the query of mentions: this post and the next are answered all the same.
  const { pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const looking = vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    if ((given[0] as { name?: string }).name === 'mention-hearings') await held;
    return query(...given);
  }) as never);
  const ears = await karim.connect();
  const { _id } = await post(camille, team.welcome, '<@everyone>');
  for (let n = 0; n < 20; n += 1) await post(n % 2 ? karim : camille, team.welcome, `Derrière ${n}`);
  expect(ears.all('newNotification', one => one._id === _id)).toEqual([]);
  release();
  await ears.next('newNotification', one => one._id === _id);
  looking.mockRestore();
});
