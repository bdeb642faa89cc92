import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let now = new Date('2027-01-15T12:00:00Z');
let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre({ now: () => now });
});

beforeEach(async () => {
  [camille, karim] = (await Promise.all(['Camille', 'Karim'].map(firstName => palabre.register({ firstName })))) as [
    Person,
    Person,
  ];
  team = await gather(camille, karim);
  now = new Date('2027-01-15T12:00:00Z');
});

const noon = { localTime: '2027-01-15T14:00', zone: 'Europe/Paris' };
const schedule = async (person: Person, more: object = {}) => {
  const body = { channelId: team.welcome._id, content: 'Bonjour.', ...noon, nonce: randomUUID() as string, ...more };
  return (await person.ok(api.scheduled.create, { body })).scheduled;
};
const remind = async (person: Person, id: string) =>
  (await person.ok(api.scheduled.remind, { params: { id }, body: { ...noon, nonce: randomUUID() } })).scheduled;
const listed = async (person: Person) => (await person.ok(api.scheduled.list)).scheduled;
const contents = async (person: Person, channelId = team.welcome._id) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages.map(({ content }) => content);
const inbox = async (person: Person) => (await person.ok(api.notifications.list)).notifications;

/** Moves the clock, and runs the job of that minute. */
async function at(time: string): Promise<void> {
  now = new Date(time);
  await palabre.jobs.now('scheduled.leave');
  await jobsDone(palabre, 'scheduled.leave');
}

/** Ages the messages that began to leave, as if so many seconds had passed. */
const secondsLater = (seconds: number) =>
  palabre.services.database.pool.query(
    "UPDATE scheduled_messages SET taken_at = taken_at - $1::int * interval '1 second'",
    [seconds],
  );
const aMinuteLater = () => secondsLater(61);

describe('a message leaves at the hour of its clock', () => {
  it.each([
    ['on an ordinary day', '2027-01-16T09:00', '2027-01-16T07:59:59Z', '2027-01-16T08:00:00Z'],
    ['in the hour that clocks skip, at its end', '2027-03-28T02:30', '2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z'],
    ['the morning after clocks went forward', '2027-03-28T09:00', '2027-03-28T06:59:59Z', '2027-03-28T07:00:00Z'],
    [
      'in the hour that comes twice, the first time',
      '2027-10-31T02:30',
      '2027-10-31T00:29:59Z',
      '2027-10-31T00:30:00Z',
    ],
    ['the morning after clocks went back', '2027-10-31T09:00', '2027-10-31T07:59:59Z', '2027-10-31T08:00:00Z'],
    ['as a year begins', '2028-01-01T00:00', '2027-12-31T22:59:59Z', '2027-12-31T23:00:00Z'],
  ])('%s', async (_when, localTime, before, due) => {
    now = new Date('2027-01-15T12:00:00Z');
    const { _id } = await schedule(karim, { localTime });
    await at(before);
    expect([await contents(camille), (await listed(karim)).length]).toEqual([[], 1]);
    const ears = await camille.connect();
    await at(due);
    expect(await ears.next('newMessage')).toMatchObject({ _id, content: 'Bonjour.', sender: { _id: karim.id } });
    expect([await contents(camille), await listed(karim)]).toEqual([['Bonjour.'], []]);
  });
});

describe('a message that leaves', () => {
  it('goes where it was meant to: a thread, its channel too, an answer, a conversation', async () => {
    const root = await post(camille, team.welcome, 'Qui vient ?');
    const pair = await talk(karim, camille);
    await schedule(karim, { content: 'Moi.', channelId: undefined, threadOf: root._id, alsoInPlace: true });
    await schedule(karim, { content: 'Une réponse', replyTo: root._id });
    await schedule(karim, { content: 'En silence', replyTo: root._id, replyNotifies: false });
    await schedule(karim, { content: 'Entre nous', channelId: undefined, conversationId: pair._id });
    await at('2027-01-15T13:00:00Z');
    const shown = (await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } })).messages;
    expect(shown.map(({ content, replyTo }) => [content, replyTo?.calls ?? null]).sort()).toEqual([
      ['En silence', null],
      ['Moi.', null],
      ['Qui vient ?', null],
      ['Une réponse', camille.id],
    ]);
    const { messages } = await camille.ok(api.messages.page, { query: { threadId: root._id } });
    expect(messages.map(({ content }) => content)).toEqual(['Moi.']);
    const talked = await camille.ok(api.messages.page, { query: { conversationId: pair._id } });
    expect(talked.messages.map(({ content }) => content)).toEqual(['Entre nous']);
  });

  it('leaves with all others that are due, in the order of their hours, beyond one batch', async () => {
    const people = [camille, karim];
    for (let n = 0; n < 70; n += 1) {
      const minute = String(n % 60).padStart(2, '0');
      const localTime = `2027-01-15T1${n < 60 ? 4 : 5}:${minute}`;
      await schedule(people[n % 2] as Person, { content: `${n}`, localTime });
    }
    await at('2027-01-15T15:00:00Z');
    const { messages } = await camille.ok(api.messages.page, {
      query: { channelId: team.welcome._id, limit: 100 },
    });
    expect(messages.map(({ content }) => Number(content))).toEqual(Array.from({ length: 70 }, (_, n) => n));
  });

  it.each([
    ['they left the workspace', 'place_gone', () => karim.ok(api.workspaces.leave, { params: team.params })],
    [
      'they were banned from the workspace',
      'place_gone',
      () => camille.ok(api.members.ban, { params: team.params, body: { userId: karim.id } }),
    ],
    ['the workspace is gone', 'place_gone', () => camille.ok(api.workspaces.remove, { params: team.params })],
    [
      'the channel became read-only',
      'cannot_write',
      (id: string) => camille.ok(api.channels.update, { params: { id }, body: { visibility: 'protected' } }),
    ],
  ] as const)(
    'fails when %s meanwhile: its text is kept, and its author is told once, and why',
    async (_what, failure, lose) => {
      const channel = await team.channel('chantier');
      const { _id, version } = await schedule(karim, { channelId: channel._id, content: 'À garder' });
      await lose(channel._id);
      const ears = await karim.connect();
      await at('2027-01-15T13:00:00Z');
      await at('2027-01-15T13:01:00Z');
      const [told] = await listed(karim);
      expect(told).toMatchObject({ _id, state: 'failed', failure, content: 'À garder', version: version + 1 });
      expect(await ears.next('updateScheduled')).toEqual(told);
      const about = (await inbox(karim)).filter(({ content }) => content.includes('programmé'));
      expect(about).toMatchObject([{ type: 'message', link: '/scheduled', isRead: false }]);
      expect(about[0]?.content).toContain(
        { place_gone: 'n’existe plus', cannot_write: 'ne pouvez plus écrire' }[failure],
      );
      expect(JSON.stringify(about)).not.toContain('À garder');
    },
  );

  it('fails when the message above it, or the one that it answers, is deleted meanwhile', async () => {
    const [root, asked] = [await post(camille, team.welcome, 'Racine'), await post(camille, team.welcome, 'Question')];
    await schedule(karim, { content: 'En fil', threadOf: root._id });
    await schedule(karim, { content: 'Réponse', replyTo: asked._id });
    for (const { _id: id } of [root, asked]) await camille.ok(api.messages.remove, { params: { id } });
    await at('2027-01-15T13:00:00Z');
    expect((await listed(karim)).map(({ failure }) => failure)).toEqual(['message_gone', 'message_gone']);
    const why = 'Votre message programmé n’est pas parti\u00a0: le message auquel il répond n’existe plus.';
    expect((await inbox(karim)).filter(({ content }) => content.startsWith(why))).toHaveLength(2);
    expect(await contents(camille)).toEqual([]);
  });

  it('fails when the thread that it answers is full by then', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await schedule(karim, { threadOf: root._id });
    const posting = vi.spyOn(palabre.services.posts, 'post').mockRejectedValueOnce(new AppError('thread_full'));
    await at('2027-01-15T13:00:00Z');
    posting.mockRestore();
    expect(await listed(karim)).toMatchObject([{ state: 'failed', failure: 'thread_full' }]);
    expect((await inbox(karim))[0]?.content).toContain('parti\u00a0: le fil auquel il répond est plein.');
  });

  it('fails when its author is banned from Palabre meanwhile', async () => {
    await schedule(karim);
    const { pool } = palabre.services.database;
    await pool.query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [karim.user.email]);
    await at('2027-01-15T13:00:00Z');
    const { rows } = await pool.query('SELECT state, failure FROM scheduled_messages WHERE author_id = $1', [karim.id]);
    expect(rows).toEqual([{ state: 'failed', failure: 'account_banned' }]);
    expect(await contents(camille)).toEqual([]);
  });

  it('fails when its author is suspended meanwhile, and is theirs to send once they are back', async () => {
    const administrator = await palabre.register();
    await palabre.makeAdministrator(administrator);
    const params = { id: karim.id };
    const { _id } = await schedule(karim);
    await administrator.ok(api.administration.suspend, { params });
    await at('2027-01-15T13:00:00Z');
    expect(await contents(camille)).toEqual([]);
    await administrator.ok(api.administration.restore, { params });
    const back = await karim.elsewhere();
    expect(await listed(back)).toMatchObject([{ _id, state: 'failed', failure: 'account_suspended' }]);
    expect((await inbox(back)).map(({ content }) => content)).toEqual([
      'Votre message programmé n’est pas parti\u00a0: votre compte était suspendu. Son texte est gardé.',
    ]);
  });

  it('that failed waits again once it has a new time, and leaves then', async () => {
    const channel = await team.channel('chantier');
    const params = { id: channel._id };
    const { _id } = await schedule(karim, { channelId: channel._id });
    await camille.ok(api.channels.update, { params, body: { visibility: 'protected' } });
    await at('2027-01-15T13:00:00Z');
    const text = { params: { id: _id }, body: { version: 2, content: 'Bonjour.' } };
    expect((await karim.ok(api.scheduled.edit, text)).scheduled).toMatchObject({ state: 'failed' });
    const again = { localTime: '2027-01-15T14:30', zone: 'Europe/Paris' };
    await karim.ok(api.scheduled.edit, { params: { id: _id }, body: { version: 3, when: again } });
    await at('2027-01-15T13:30:00Z');
    // The inbox tells the last failure of a message.
    expect((await inbox(karim)).filter(({ content }) => content.includes('programmé'))).toHaveLength(1);
    await camille.ok(api.channels.update, { params, body: { visibility: 'public' } });
    const when = { localTime: '2027-01-15T15:00', zone: 'Europe/Paris' };
    const { scheduled } = await karim.ok(api.scheduled.edit, { params: { id: _id }, body: { version: 5, when } });
    expect(scheduled).toMatchObject({ state: 'waiting', failure: null });
    await at('2027-01-15T14:00:00Z');
    expect([await contents(camille, channel._id), await listed(karim)]).toEqual([['Bonjour.'], []]);
  });

  it('that was given up is tried as a new one when its author sends it now', async () => {
    const { _id, version } = await schedule(karim);
    await palabre.services.database.pool.query(
      "UPDATE scheduled_messages SET state = 'failed', failure = 'unavailable', tries = 30 WHERE id = $1",
      [_id],
    );
    const posting = vi.spyOn(palabre.services.posts, 'post').mockRejectedValueOnce(new AppError('unavailable'));
    const { status } = await karim.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } });
    posting.mockRestore();
    expect([status, ...(await listed(karim))]).toMatchObject([503, { state: 'leaving', failure: null }]);
  });
});

describe('a process that ends while a message leaves', () => {
  it('before the post: it is posted a minute later', async () => {
    await schedule(karim);
    const posting = vi.spyOn(palabre.services.posts, 'post').mockRejectedValueOnce(new AppError('unavailable'));
    await at('2027-01-15T13:00:00Z');
    expect(posting).toHaveBeenCalledOnce();
    posting.mockRestore();
    // The message is left alone until it is certain that no process is sending it.
    await secondsLater(30);
    await at('2027-01-15T13:00:30Z');
    expect([await contents(camille), (await listed(karim))[0]?.state]).toEqual([[], 'leaving']);
    await aMinuteLater();
    await at('2027-01-15T13:01:00Z');
    expect([await contents(camille), await listed(karim)]).toEqual([['Bonjour.'], []]);
  });

  it('before the post of one that was to be sent now: it is posted a minute later, before its hour', async () => {
    const { _id, version } = await schedule(karim);
    const posting = vi.spyOn(palabre.services.posts, 'post').mockRejectedValueOnce(new AppError('unavailable'));
    const { status } = await karim.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } });
    expect(status).toBe(503);
    posting.mockRestore();
    await aMinuteLater();
    await at('2027-01-15T12:02:00Z');
    expect([await contents(camille), await listed(karim)]).toEqual([['Bonjour.'], []]);
  });

  it('after the post: it is not posted again, even if its author has deleted it since', async () => {
    const [first, second] = [await schedule(karim), await schedule(karim, { content: 'Autre' })];
    const { posts } = palabre.services;
    const post = posts.post.bind(posts);
    const posting = vi.spyOn(posts, 'post').mockImplementation(async asked => {
      await post(asked);
      throw new AppError('unavailable');
    });
    await at('2027-01-15T13:00:00Z');
    posting.mockRestore();
    expect((await contents(camille)).sort()).toEqual(['Autre', 'Bonjour.']);
    await karim.ok(api.messages.remove, { params: { id: second._id } });
    await aMinuteLater();
    const ears = await karim.connect();
    await at('2027-01-15T13:01:00Z');
    for (const { _id } of [first, second]) await ears.next('deleteScheduled', one => one._id === _id);
    expect([await contents(camille), await listed(karim)]).toEqual([['Bonjour.'], []]);
    expect((await inbox(karim)).filter(({ content }) => content.includes('programmé'))).toEqual([]);
  });

  it('or only looks so: what another has noted as failed since is kept, and told once', async () => {
    await schedule(karim);
    await remind(karim, (await post(camille, team.welcome, 'À revoir'))._id);
    const ears = await karim.connect();
    let refuse = (_why: AppError) => {};
    const held = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    const posting = vi.spyOn(palabre.services.posts, 'post').mockReturnValueOnce(held);
    now = new Date('2027-01-15T13:00:00Z');
    // Called directly: the job queue would run them one after the other.
    const { leaveDue } = await import('./leaving.ts');
    const slow = leaveDue(palabre.services);
    await vi.waitUntil(() => posting.mock.calls.length === 1);
    await aMinuteLater();
    posting.mockRejectedValueOnce(new AppError('cannot_write'));
    await leaveDue(palabre.services);
    refuse(new AppError('cannot_write'));
    await slow;
    posting.mockRestore();
    const kept = [{ state: 'failed', failure: 'cannot_write', content: 'Bonjour.' }];
    expect(await listed(karim)).toMatchObject(kept);
    expect((await inbox(karim)).filter(({ content }) => content.includes('programmé'))).toHaveLength(1);
    // A reminder sent by the other process is not sent again either.
    await ears.settled();
    const told = ears.heard.filter(({ name }) => /Notification/.test(name)).map(({ payload }) => payload);
    expect(told).toMatchObject([{ type: 'message' }, { type: 'reminder' }]);
  });

  it('is given up after half an hour of tries, and its text is kept', async () => {
    await schedule(karim);
    await palabre.services.database.pool.query('UPDATE scheduled_messages SET tries = 29 WHERE author_id = $1', [
      karim.id,
    ]);
    const posting = vi.spyOn(palabre.services.posts, 'post').mockRejectedValueOnce(new AppError('unavailable'));
    await at('2027-01-15T13:00:00Z');
    expect(await listed(karim)).toMatchObject([{ state: 'failed', failure: 'unavailable', content: 'Bonjour.' }]);
    expect((await inbox(karim))[0]?.content).toContain('parti\u00a0: Palabre n’a pas pu l’envoyer.');
    // A new time gives the message new tries.
    const [{ _id, version }] = (await listed(karim)) as [Scheduled];
    const when = { ...noon, localTime: '2027-01-15T15:00' };
    await karim.ok(api.scheduled.edit, { params: { id: _id }, body: { version, when } });
    posting.mockRejectedValueOnce(new AppError('unavailable'));
    await at('2027-01-15T14:00:00Z');
    posting.mockRestore();
    expect(await listed(karim)).toMatchObject([{ state: 'leaving', failure: null }]);
    await aMinuteLater();
    await at('2027-01-15T14:01:00Z');
    expect([await contents(camille), await listed(karim)]).toEqual([['Bonjour.'], []]);
  });
});

it('Two processes that send what is due at the same time post each message once', async () => {
  const other = await startPalabre({
    now: () => now,
    env: {
      DATABASE_URL: palabre.services.env.databaseUrl ?? '',
      JWT_SECRET: new TextDecoder().decode(palabre.services.env.jwtSecret),
    },
  });
  const wanted = Array.from({ length: 100 }, (_, n) => `message ${n}`);
  for (const content of wanted) await schedule(karim, { content });
  now = new Date('2027-01-15T13:00:00Z');
  // Called directly: the job queue would run them one after the other.
  const { leaveDue } = await import('./leaving.ts');
  // The first process's messages wait until the second has taken some; otherwise one process might send them all.
  const takers = [palabre.services.posts, other.services.posts].map(posts => {
    const post = posts.post.bind(posts);
    return vi.spyOn(posts, 'post').mockImplementation(async one => {
      await vi.waitUntil(() => takers.every(({ mock }) => mock.calls.length > 0));
      return post(one);
    });
  });
  await Promise.all([leaveDue(palabre.services), leaveDue(other.services)]);
  const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id, limit: 100 } });
  expect(messages.map(({ content }) => content).sort()).toEqual(wanted.sort());
  expect(await listed(karim)).toEqual([]);
  for (const taker of takers) taker.mockRestore();
  await other.stop();
});

describe('a reminder', () => {
  it('is in the inbox at its hour, once, and leads to the message without its text', async () => {
    const message = await post(camille, team.welcome, 'Le plan est prêt.');
    const { _id } = await remind(karim, message._id);
    await remind(camille, message._id);
    expect((await listed(karim))[0]).toMatchObject({ _id, remindsOf: message._id, content: '', workspaceId: team.id });
    const ears = await karim.connect();
    await at('2027-01-15T12:59:00Z');
    await ears.settled();
    expect(ears.all('newNotification')).toEqual([]);
    await at('2027-01-15T13:00:00Z');
    const told = await ears.next('newNotification', ({ type }) => type === 'reminder');
    expect(told).toMatchObject({
      link: `/workspace/${team.id}/channel/${team.welcome._id}?message=${message._id}`,
      actor: { _id: camille.id },
      ...{ isRead: false, content: 'Vous vouliez revenir à ce message.' },
    });
    expect(JSON.stringify(told)).not.toContain('plan');
    await ears.next('deleteScheduled', one => one._id === _id);
    await at('2027-01-15T13:01:00Z');
    expect([(await inbox(karim)).filter(({ type }) => type === 'reminder'), await listed(karim)]).toEqual([[told], []]);
    expect(await contents(camille)).toEqual(['Le plan est prêt.']);
    // A reminder of one's own message names no actor.
    expect((await inbox(camille)).filter(({ type }) => type === 'reminder')).toMatchObject([{ actor: null }]);
  });

  it('of a reply leads to it in its thread', async () => {
    const root = await post(camille, team.welcome, 'Qui vient ?');
    const { message } = await camille.ok(api.messages.send, { body: { threadOf: root._id, content: 'Moi.' } });
    expect(await remind(karim, message._id)).toMatchObject({ channelId: team.welcome._id, workspaceId: team.id });
    await at('2027-01-15T13:00:00Z');
    const link = `/workspace/${team.id}/channel/${team.welcome._id}?message=${message._id}&thread=${root._id}`;
    expect(await inbox(karim)).toMatchObject([{ type: 'reminder', link }]);
  });

  it('of a message deleted or unreadable by then says so, and names nobody', async () => {
    const hidden = await team.channel('direction', 'private');
    const role = await team.role({ visibleChannels: [hidden._id], users: [karim.id] });
    const [gone, unseen] = [await post(camille, team.welcome, 'supprimé'), await post(camille, hidden, 'secret')];
    for (const { _id } of [gone, unseen]) await remind(karim, _id);
    await camille.ok(api.messages.remove, { params: { id: gone._id } });
    await camille.ok(api.roles.remove, { params: { id: role._id } });
    await at('2027-01-15T13:00:00Z');
    const told = (await inbox(karim)).filter(({ type }) => type === 'reminder');
    const content = 'Vous vouliez revenir à un message qui n’existe plus, ou que vous ne pouvez plus lire.';
    expect(told).toMatchObject(Array(2).fill({ content, actor: null, link: '/scheduled' }));
    for (const word of ['supprimé', 'secret', hidden._id, camille.id]) expect(JSON.stringify(told)).not.toContain(word);
  });

  it('of a message that one cannot read is refused, and is never sent', async () => {
    const hidden = await team.channel('direction', 'private');
    const { _id: id } = await post(camille, hidden, 'secret');
    const asked = { params: { id }, body: { ...noon, nonce: randomUUID() as string } };
    expect((await karim.call(api.scheduled.remind, asked)).status).toBe(404);
    const { _id, version } = await remind(camille, id);
    expect((await camille.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } })).status).toBe(404);
  });
});
