import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

const hour = 3_600_000;
const zone = 'Europe/Paris';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
});

beforeEach(async () => {
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  team = await gather(camille, karim);
});

const inHours = (hours: number, at = zone) => ({ localTime: localTimeOf(Date.now() + hours * hour, at), zone: at });
const body = (more: object = {}) => ({
  channelId: team.welcome._id,
  content: 'Bonjour à tous.',
  ...inHours(1),
  nonce: randomUUID() as string,
  ...more,
});
const schedule = async (person: Person, more: object = {}) =>
  (await person.ok(api.scheduled.create, { body: body(more) })).scheduled;
const listed = async (person: Person) => (await person.ok(api.scheduled.list)).scheduled;
const refused = async (person: Person, more: object) => {
  const { status, body: answer } = await person.call(api.scheduled.create, { body: body(more) });
  return [status, answer.code];
};
const contents = async (person: Person, channelId = team.welcome._id) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages.map(({ content }) => content);
/** Schedules `count` messages for a person. */
const fill = (person: Person, count: number) =>
  palabre.services.database.pool.query(
    `INSERT INTO scheduled_messages (id, author_id, place_id, content, local_time, zone, at, nonce)
     SELECT gen_random_uuid(), $1, $2, 'x', '2100-01-01T00:00', 'UTC', '2100-01-01Z', gen_random_uuid()
     FROM generate_series(1, $3)`,
    [person.id, team.welcome._id, count],
  );

describe('a scheduled message', () => {
  it('that begins to leave while a change of it waits is neither changed nor cancelled any more', async () => {
    for (const change of [
      (id: string) => karim.call(api.scheduled.edit, { params: { id }, body: { version: 1, content: 'Autre chose' } }),
      (id: string) => karim.call(api.scheduled.cancel, { params: { id } }),
    ]) {
      const { _id } = await schedule(karim);
      const leaving = await holdLock(palabre, `UPDATE scheduled_messages SET state = 'leaving' WHERE id = $1`, [_id]);
      const asked = change(_id);
      await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
      await leaving.query('COMMIT');
      const { status, body: answer } = await asked;
      expect([status, answer.code]).toEqual([409, 'scheduled_leaving']);
      expect((await listed(karim)).find(one => one._id === _id)?.content).toBe('Bonjour à tous.');
    }
  });

  it('is in the list of its author alone, the next first, and in no place', async () => {
    const { conversation } = { conversation: await talk(karim, camille) };
    const later = await schedule(karim, inHours(3));
    const sooner = await schedule(karim, {
      ...{ channelId: undefined, conversationId: conversation._id, ...inHours(2, 'America/New_York') },
    });
    const third = await schedule(karim, { localTime: later.localTime, zone: later.zone });
    expect(later).toMatchObject({
      ...{ channelId: team.welcome._id, workspaceId: team.id, conversationId: null, threadOf: null, remindsOf: null },
      ...{ content: 'Bonjour à tous.', zone, state: 'waiting', failure: null, version: 1, fileAttachments: [] },
    });
    expect(sooner).toMatchObject({ channelId: null, workspaceId: null, conversationId: conversation._id });
    expect(localTimeOf(Date.parse(sooner.at), 'America/New_York')).toBe(sooner.localTime);
    expect(await listed(karim)).toEqual([sooner, later, third]);
    expect([await listed(camille), await contents(camille)]).toEqual([[], []]);
  });

  it('is stored once for a nonce, however often it is asked for, and so is a reminder', async () => {
    const asked = body();
    const ears = await karim.connect();
    const answers = await Promise.all([1, 2, 3].map(() => karim.call(api.scheduled.create, { body: asked })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await listed(karim)).toHaveLength(1);
    await ears.settled();
    expect(ears.all('updateScheduled')).toHaveLength(1);
    // Another person's equal nonce is a different request.
    expect((await camille.call(api.scheduled.create, { body: asked })).status).toBe(201);
    const { _id: id } = await post(camille, team.welcome, 'Et ceci ?');
    const again = { params: { id }, body: { ...inHours(1), nonce: randomUUID() as string } };
    const reminders = [await karim.call(api.scheduled.remind, again), await karim.call(api.scheduled.remind, again)];
    expect(reminders.map(({ status }) => status)).toEqual([201, 200]);
    expect(await listed(karim)).toHaveLength(2);
  });

  it('is told to all devices of its author, and to nobody else', async () => {
    const [here, there, other] = [
      await karim.connect(),
      await (await karim.elsewhere()).connect(),
      await camille.connect(),
    ];
    const { _id } = await schedule(karim);
    for (const ears of [here, there]) await ears.next('updateScheduled', one => one._id === _id);
    const { message } = await karim.ok(api.scheduled.cancel, { params: { id: _id } });
    expect(message).toBe('L’envoi programmé est annulé.');
    for (const ears of [here, there]) await ears.next('deleteScheduled', one => one._id === _id);
    await post(camille, team.welcome, 'témoin');
    await other.next('newMessage');
    expect(other.heard.filter(({ name }) => /Scheduled/.test(name))).toEqual([]);
  });

  it('is refused for an hour that is past, too far, or none, and for an unknown zone', async () => {
    expect(await refused(karim, inHours(-1))).toEqual([400, 'time_past']);
    expect(await refused(karim, inHours(0))).toEqual([400, 'time_past']);
    expect(await refused(karim, inHours(24 * (limits.scheduledDaysAhead + 1)))).toEqual([400, 'time_too_far']);
    // The current minute, and the latest time allowed, are accepted.
    const noon = Date.parse('2027-01-15T12:00:00Z');
    const last = localTimeOf(noon + limits.scheduledDaysAhead * 24 * hour, 'UTC');
    const clock = vi.spyOn(palabre.services, 'scheduleClock').mockReturnValue(new Date(noon));
    onTestFinished(() => clock.mockRestore());
    expect(await refused(karim, { localTime: '2027-01-15T12:00', zone: 'UTC' })).toEqual([400, 'time_past']);
    expect(await refused(camille, { localTime: last, zone: 'UTC' })).toEqual([201, undefined]);
    clock.mockRestore();
    expect(await refused(karim, { localTime: '2027-02-30T09:00' })).toEqual([400, 'invalid_input']);
    expect(await refused(karim, { localTime: '2027-03-01T09:00:30' })).toEqual([400, 'invalid_input']);
    expect(await refused(karim, { zone: 'Lune/Mer' })).toEqual([400, 'invalid_input']);
    expect(await listed(karim)).toEqual([]);
  });

  it('is refused without a text, in two places, and where its author may not write or see', async () => {
    const [direction, annonces] = [
      await team.channel('direction', 'private'),
      await team.channel('annonces', 'protected'),
    ];
    expect(await refused(karim, { content: ' \n' })).toEqual([400, 'empty_message']);
    expect(await refused(karim, { conversationId: team.welcome._id })).toEqual([400, 'one_place']);
    expect(await refused(karim, { channelId: direction._id })).toEqual([404, 'not_found']);
    expect(await refused(karim, { channelId: annonces._id })).toEqual([403, 'cannot_write']);
    expect(await refused(yann, {})).toEqual([404, 'not_found']);
    const hidden = await post(camille, direction, 'caché');
    for (const channelId of [team.welcome._id, undefined])
      expect(await refused(karim, { threadOf: hidden._id, channelId })).toEqual([404, 'message_not_found']);
    expect(await refused(karim, { replyTo: hidden._id })).toEqual([404, 'message_not_found']);
  });

  it('is one of 200 at most, of many asked for at once too', async () => {
    await fill(karim, limits.scheduledPerPerson - 1);
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [karim.id]);
    const asked = [1, 2, 3].map(() => karim.call(api.scheduled.create, { body: body() }));
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 3);
    await held.query('ROLLBACK');
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await listed(karim)).toHaveLength(limits.scheduledPerPerson);
    const message = await post(camille, team.welcome, 'Un rappel ?');
    const remind = { params: { id: message._id }, body: { ...inHours(1), nonce: randomUUID() } };
    expect((await karim.call(api.scheduled.remind, remind)).body.code).toBe('too_many_scheduled');
  });

  it('goes with the account of its author', async () => {
    await schedule(karim);
    await karim.ok(api.accounts.remove, { params: { id: karim.id }, body: { password: karim.password } });
    const { rows } = await palabre.services.database.pool.query('SELECT FROM scheduled_messages WHERE author_id = $1', [
      karim.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a change of a scheduled message', () => {
  const edit = (person: Person, id: string, change: object) =>
    person.call(api.scheduled.edit, { params: { id }, body: change as { version: number } });

  it('of two devices, the one that knows an older version is refused, and the other is told to both', async () => {
    const { _id, version } = await schedule(karim);
    const phone = await karim.elsewhere();
    const [here, there] = [await karim.connect(), await phone.connect()];
    const answers = await Promise.all([
      edit(karim, _id, { version, content: 'Du bureau' }),
      edit(phone, _id, { version, content: 'Du téléphone' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('scheduled_changed');
    const [one] = await listed(karim);
    expect(one).toEqual(answers.find(({ status }) => status === 200)?.body.scheduled);
    expect(one?.version).toBe(2);
    for (const ears of [here, there]) expect(await ears.next('updateScheduled')).toEqual(one);
    const late = await karim.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } });
    expect([late.status, late.body.code, await contents(camille)]).toEqual([409, 'scheduled_changed', []]);
  });

  it('changes its text, its time, or both, within the bounds of a new one', async () => {
    const { _id, version, at } = await schedule(karim);
    const later = await schedule(karim, inHours(9));
    const text = await edit(karim, _id, { version, content: 'Autre chose.' });
    expect(text.body.scheduled).toMatchObject({ content: 'Autre chose.', at, version: 2 });
    const when = inHours(5, 'Asia/Tokyo');
    const time = await edit(karim, _id, { version: 2, when });
    expect(time.body.scheduled).toMatchObject({ content: 'Autre chose.', ...when, version: 3 });
    const codes = await Promise.all(
      [{ content: '' }, { when: inHours(-2) }, { when: { ...when, zone: 'Lune/Mer' } }].map(
        async change => (await edit(karim, _id, { version: 3, ...change })).body.code,
      ),
    );
    expect(codes).toEqual(['empty_message', 'time_past', 'invalid_input']);
    expect(await listed(karim)).toEqual([time.body.scheduled, later]);
  });

  it('of a reminder is one of its time alone', async () => {
    const { _id: id } = await post(camille, team.welcome, 'Un rappel ?');
    const asked = { params: { id }, body: { ...inHours(1), nonce: randomUUID() as string } };
    const { scheduled } = await karim.ok(api.scheduled.remind, asked);
    const text = await edit(karim, scheduled._id, { version: 1, content: 'Autre chose.' });
    expect(text.body.scheduled).toMatchObject({ remindsOf: id, content: '', version: 2 });
    const other = await schedule(karim);
    const { message } = await karim.ok(api.scheduled.cancel, { params: { id: scheduled._id } });
    expect(message).toBe('Le rappel est annulé.');
    expect(await listed(karim)).toEqual([other]);
  });

  it('is refused to anybody else, as if there were none', async () => {
    const { _id, version } = await schedule(karim);
    const params = { id: _id };
    const statuses = [
      (await edit(camille, _id, { version, content: 'Piraté' })).status,
      (await camille.call(api.scheduled.sendNow, { params, body: { version } })).status,
      (await camille.call(api.scheduled.cancel, { params })).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
    expect((await listed(karim))[0]).toMatchObject({ content: 'Bonjour à tous.', version });
  });

  it('is refused while it leaves', async () => {
    const { _id, version } = await schedule(karim);
    await palabre.services.database.pool.query(
      "UPDATE scheduled_messages SET state = 'leaving', taken_at = now() WHERE id = $1",
      [_id],
    );
    const params = { id: _id };
    const codes = [
      (await edit(karim, _id, { version, content: 'Trop tard' })).body.code,
      (await karim.call(api.scheduled.sendNow, { params, body: { version } })).body.code,
      (await karim.call(api.scheduled.cancel, { params })).body.code,
    ];
    expect(codes).toEqual(Array(3).fill('scheduled_leaving'));
  });
});

describe('a scheduled message that is sent now', () => {
  it('is posted by the ordinary way, once, and leaves the list of each device', async () => {
    const { _id, version, nonce } = await schedule(karim, { content: `<@${camille.id}> regarde` });
    const others = [await schedule(karim), await schedule(camille)];
    const [readers, mine] = [await camille.connect(), await karim.connect()];
    const answers = await Promise.all(
      [1, 2, 3].map(() => karim.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readers.next('newMessage')).toMatchObject({ _id, nonce, sender: { _id: karim.id } });
    await readers.next('newNotification', ({ type }) => type === 'mention');
    await mine.next('deleteScheduled', one => one._id === _id);
    expect([...(await listed(karim)), ...(await listed(camille))]).toEqual(others);
    expect(await contents(camille)).toHaveLength(1);
  });

  it('that may not be posted any more is refused, and keeps its text', async () => {
    const { _id, version } = await schedule(karim);
    await karim.ok(api.workspaces.leave, { params: team.params });
    const { status } = await karim.call(api.scheduled.sendNow, { params: { id: _id }, body: { version } });
    expect(status).toBe(404);
    expect(await listed(karim)).toMatchObject([{ state: 'failed', failure: 'place_gone', content: 'Bonjour à tous.' }]);
    // They saw the refusal: nothing is put in their inbox.
    expect((await karim.ok(api.notifications.list)).notifications.filter(({ type }) => type === 'message')).toEqual([]);
  });
});

describe('the files of a scheduled message', () => {
  const onDisk = async () =>
    (await readdir(join(palabre.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(one =>
      one.isFile(),
    ).length;
  const devis = [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }];
  const read = async (person: Person | null, url: string) =>
    (await fetch(palabre.url + url, { headers: person ? { cookie: `token=${person.token}` } : {} })).status;
  /** Reads a file, as its author, another member, an administrator from outside and nobody. */
  const readers = async (url: string) => Promise.all([karim, camille, yann, null].map(one => read(one, url)));

  it('are kept by the sweep until it leaves, and then are those of the message', async () => {
    const { scheduled } = await karim.ok(api.scheduled.create, { body: body({ content: '' }), files: devis });
    const url = scheduled.fileAttachments[0]?.url ?? '';
    expect(scheduled.fileAttachments).toMatchObject([{ name: 'devis.txt', type: 'text/plain' }]);
    await palabre.services.database.pool.query("UPDATE files SET created_at = now() - interval '2 hours'");
    await palabre.jobs.now('files.sweep');
    await jobsDone(palabre, 'files.sweep');
    expect([await onDisk(), await read(camille, url)]).toEqual([1, 404]);
    // With files it needs no text.
    const params = { id: scheduled._id };
    await karim.ok(api.scheduled.edit, { params, body: { version: 1, content: '' } });
    await karim.ok(api.scheduled.sendNow, { params, body: { version: 2 } });
    await palabre.jobs.now('files.sweep');
    await jobsDone(palabre, 'files.sweep');
    expect([await onDisk(), await read(camille, url)]).toEqual([1, 200]);
  });

  it('are read by the server only where their author may write, and for a time that may be', async () => {
    const hidden = await team.channel('direction', 'private');
    const receive = vi.spyOn(palabre.services.storage.drafts, 'receive');
    const sent = async (more: object) =>
      (await karim.call(api.scheduled.create, { body: body(more), files: devis })).status;
    expect([await sent({ channelId: hidden._id }), await sent(inHours(-1))]).toEqual([404, 400]);
    expect(receive).not.toHaveBeenCalled();
    receive.mockRestore();
  });

  it('are opened by their author alone until it leaves, pictures too', async () => {
    await palabre.makeAdministrator(yann);
    const plan = { bytes: await picture(1_200, 900), name: 'plan.png' };
    const { scheduled } = await karim.ok(api.scheduled.create, { body: body(), files: [...devis, plan] });
    const urls = scheduled.fileAttachments.flatMap(({ url, thumbnail }) => [url, ...(thumbnail ? [thumbnail] : [])]);
    expect(urls).toHaveLength(3);
    const read = () => Promise.all(urls.map(readers));
    const alone = urls.map(() => [200, 404, 404, 401]);
    expect(await read()).toEqual(alone);
    // A message that failed to leave still belongs to its author alone.
    await palabre.services.database.pool.query("UPDATE scheduled_messages SET state = 'failed' WHERE id = $1", [
      scheduled._id,
    ]);
    expect(await read()).toEqual(alone);
    await karim.ok(api.scheduled.sendNow, { params: { id: scheduled._id }, body: { version: 1 } });
    expect(await read()).toEqual(urls.map(() => [200, 200, 404, 401]));
    // Now it is an ordinary message: people who leave the place lose its files, the author included.
    await karim.ok(api.workspaces.leave, { params: team.params });
    expect(await read()).toEqual(urls.map(() => [404, 200, 404, 401]));
  });

  it('are open to nobody once it is cancelled, even while they are still stored', async () => {
    await palabre.makeAdministrator(yann);
    const { scheduled } = await karim.ok(api.scheduled.create, { body: body(), files: devis });
    const url = scheduled.fileAttachments[0]?.url ?? '';
    expect(await readers(url)).toEqual([200, 404, 404, 401]);
    vi.spyOn(palabre.services.storage, 'remove').mockRejectedValueOnce(new Error('The storage is away'));
    const lines = logOf(palabre);
    await karim.ok(api.scheduled.cancel, { params: { id: scheduled._id } });
    expect(await readers(url)).toEqual([404, 404, 404, 401]);
    const left = linesOf(lines, 'files could not be deleted: the sweep finds them');
    expect(left).toMatchObject([{ level: 40, err: { message: 'The storage is away' } }]);
    const { rows } = await palabre.services.database.pool.query('SELECT FROM files WHERE message_id = $1', [
      scheduled._id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are kept when it was stored though its author was told that it may not be', async () => {
    const asked = body();
    const { query } = pg.Client.prototype;
    const storing = new Set<pg.Client>();
    const cutting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [one] = given as [string | { text?: string }];
      const text = (typeof one === 'string' ? one : one.text) ?? '';
      const answer = (query as (...args: unknown[]) => Promise<unknown>).apply(this, given);
      if (text.includes('INSERT INTO scheduled_messages')) storing.add(this);
      if (!/^commit$/i.test(text) || !storing.delete(this)) return answer;
      return answer.then(() => Promise.reject(Object.assign(new Error('the connection is lost'), { code: '57P01' })));
    } as never);
    onTestFinished(() => cutting.mockRestore());
    const lost = await karim.call(api.scheduled.create, { body: asked, files: devis });
    expect([lost.status, storing.size]).toEqual([503, 0]);
    const { scheduled } = await karim.ok(api.scheduled.create, { body: asked, files: devis });
    expect(await read(karim, scheduled.fileAttachments[0]?.url ?? '')).toBe(200);
  });

  it('go when it is cancelled, and when it is refused or asked for twice', async () => {
    const before = await onDisk();
    const asked = body();
    // A picture is stored with its thumbnail.
    const files = [...devis, { bytes: await picture(1_200, 900), name: 'plan.png' }];
    const { scheduled } = await karim.ok(api.scheduled.create, { body: asked, files });
    await karim.ok(api.scheduled.create, { body: asked, files });
    expect(await onDisk()).toBe(before + 3);
    expect((await karim.call(api.scheduled.create, { body: body(inHours(-1)), files })).status).toBe(400);
    expect((await yann.call(api.scheduled.create, { body: body(), files })).status).toBe(404);
    await fill(camille, limits.scheduledPerPerson);
    const full = await camille.call(api.scheduled.create, { body: body(), files });
    expect(full.body.code).toBe('too_many_scheduled');
    expect(await onDisk()).toBe(before + 3);
    await karim.ok(api.scheduled.cancel, { params: { id: scheduled._id } });
    await vi.waitFor(async () => expect(await onDisk()).toBe(before));
  });
});
