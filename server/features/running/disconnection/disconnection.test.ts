import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { dutySince } from '../../../test/people/duty.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

const { hoursFrom, startIn } = dutySince();

let palabre: Palabre;
let administrator: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [administrator, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  await palabre.makeAdministrator(administrator);
});

const setDefaults = (societyId: string | null, hours = hoursFrom(1, 2) as ReturnType<typeof hoursFrom> | null) =>
  administrator.ok(api.disconnection.setDefaults, { body: { societyId, hours } });
const restOf = async (person: Person) =>
  (await person.ok(api.availability.list, { query: { ids: person.id } })).offDuty[0]?.until;

describe('default hours', () => {
  it('hold as an administrator sets them, are told at once to whom they concern, and are taken back', async () => {
    const society = await found(karim);
    const other = await palabre.register();
    const [ears, others] = [await karim.connect(), await other.connect()];
    await setDefaults(society._id);
    expect(await ears.next('updateDefaultHours')).toEqual({ societyId: society._id });
    const { entries } = await administrator.ok(api.audit.list, { query: { limit: 1 } });
    const where = { target: society.name, place: society.name, placeId: society._id };
    expect(entries).toMatchObject([{ action: 'disconnection_updated', changes: ['hours'], ...where }]);
    await others.none('updateDefaultHours');
    expect([await restOf(karim), await restOf(other)]).toEqual([startIn(1), undefined]);
    await setDefaults(null, hoursFrom(2, 3));
    expect(await others.next('updateDefaultHours')).toEqual({ societyId: null });
    expect([await restOf(karim), await restOf(other)]).toEqual([startIn(1), startIn(2)]);
    const defaultsOf = async (query: { societyId?: string } = {}) =>
      (await administrator.ok(api.disconnection.defaults, { query })).hours;
    expect(await defaultsOf({ societyId: society._id })).toEqual(hoursFrom(1, 2));
    // New hours replace the old ones altogether.
    const changed = { ...hoursFrom(3, 4), zone: 'Indian/Reunion', holidays: 'metropole' } as const;
    await setDefaults(null, changed);
    expect(await defaultsOf()).toEqual(changed);
    await setDefaults(society._id, null);
    await setDefaults(null, null);
    expect([await restOf(karim), await restOf(other)]).toEqual([undefined, undefined]);
    expect(await defaultsOf()).toBeNull();
  });

  it('of a society that does not exist are refused', async () => {
    const body = { societyId: '0199f3c0-0000-7000-8000-000000000000', hours: null };
    expect((await administrator.call(api.disconnection.setDefaults, { body })).status).toBe(404);
    const { societyId } = body;
    expect((await administrator.call(api.disconnection.defaults, { query: { societyId } })).status).toBe(404);
  });
});

it('The charter is written by administrators, read by everyone, and deleted when emptied', async () => {
  const text = 'Personne n’est tenu de répondre le soir.\nNi le dimanche.';
  await administrator.ok(api.disconnection.setCharter, { body: { text } });
  expect((await karim.ok(api.disconnection.charter)).charter).toMatchObject({ text });
  await sql`UPDATE charter SET updated_at = now() - interval '2 days'`.execute(palabre.services.database.kysely);
  await administrator.ok(api.disconnection.setCharter, { body: { text: 'Ni le samedi.' } });
  const { charter } = await karim.ok(api.disconnection.charter);
  expect(charter).toMatchObject({ text: 'Ni le samedi.' });
  expect(Date.parse(charter?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 86_400_000);
  expect((await karim.call(api.disconnection.setCharter, { body: { text: 'Rien.' } })).status).toBe(404);
  const { entries } = await administrator.ok(api.audit.list, { query: { limit: 1 } });
  expect(entries).toMatchObject([{ action: 'disconnection_updated', changes: ['charter'], target: '', placeId: null }]);
  await administrator.ok(api.disconnection.setCharter, { body: { text: '' } });
  expect((await karim.ok(api.disconnection.charter)).charter).toBeNull();
});

/** Message at a day and time of Paris, on duty or off. */
type Said = [person: Person, at: string, duty: 'on' | 'off'];

describe('the report of a month', () => {
  const db = () => palabre.services.database.kysely;
  const zone = 'Europe/Paris';
  const month = dayAfter(`${localTimeOf(Date.now(), zone).slice(0, 7)}-01`, -1).slice(0, 7);
  const before = `${dayAfter(`${month}-01`, -1)} 12:00`;
  const hours = (start: string, end: string) => ({
    ...{ zone, holidays: 'none' as const, week: Array(7).fill({ start, end }) },
  });

  /** Registers the people of a society. */
  async function team(name: string, count: number) {
    const people = await Promise.all(
      Array.from({ length: count }, (_, n) => palabre.register({ firstName: `${name}${n}` })),
    );
    const society = await found(people[0] as Person, name);
    await admit(people[0] as Person, society, 'member', ...people.slice(1));
    return { people, society };
  }

  /** Ages the changes of hours made just now, as if they had been made at a time of Paris. */
  const changedAt = (at: string) =>
    sql`UPDATE past_hours SET until = ${at}::timestamp AT TIME ZONE ${zone}, day = ${at.slice(0, 10)}::date
      WHERE until > now() - interval '5 minutes'`.execute(db());
  const setHours = (person: Person, start: string, end: string) =>
    person.ok(api.availability.setHours, { body: { hours: hours(start, end) } });

  /** Writes a message at a time of Paris. The 10th and the 20th are in no change of clocks. */
  async function say(person: Person, at: string) {
    const { welcome } = await gather(person);
    const { _id } = await post(person, welcome, 'Bonjour');
    await sql`UPDATE messages SET created_at = ${at}::timestamp AT TIME ZONE ${zone} WHERE id = ${_id}`.execute(db());
  }

  async function report() {
    await palabre.jobs.now('disconnection.report');
    await jobsDone(palabre, 'disconnection.report');
    return administrator.ok(api.disconnection.reports);
  }

  it('is of one of two years of months, the last unless one is asked for, and comes in pages of a hundred societies', async () => {
    const none = { month: null, months: [], reports: [], nextCursor: null };
    expect(await administrator.ok(api.disconnection.reports)).toEqual(none);
    await sql`
      WITH made AS (INSERT INTO societies (id, name) SELECT gen_random_uuid(), 'Société ' || n FROM generate_series(1, 101) AS n RETURNING id)
      INSERT INTO disconnection_reports (month, society_id, people, messages, messages_off, urgent)
      SELECT '2020-12-01'::date, id, 10, 1, 0, 0 FROM made
      UNION ALL SELECT date '2020-12-01' - n * interval '1 month', NULL, 10, 1, 0, 0 FROM generate_series(1, 25) AS n`.execute(
      db(),
    );
    const query = { month: '2020-12' };
    const first = await administrator.ok(api.disconnection.reports, { query });
    expect([first.reports.length, first.months.length, first.months.at(-1)]).toEqual([100, 24, '2019-01']);
    const rest = await administrator.ok(api.disconnection.reports, {
      query: { ...query, cursor: first.nextCursor ?? '' },
    });
    const names = [...first.reports, ...rest.reports].map(({ society }) => society?._id);
    expect([new Set(names).size, rest.nextCursor]).toEqual([101, null]);
    expect(await administrator.ok(api.disconnection.reports)).toEqual(first);
    await sql`DELETE FROM disconnection_reports`.execute(db());
  });

  it('tells of societies with ten people who have hours, of none under ten, and of nobody', async () => {
    const [large, small] = [await team('Grande', 10), await team('Petite', 9)];
    const everyone = [...large.people, ...small.people];
    const late = await palabre.register();
    for (const person of [...everyone, late]) await setHours(person, '09:00', '17:00');
    await changedAt(before);
    const [first, second, third] = large.people as [Person, Person, Person];
    await say(first, `${month}-20 10:00`);
    await say(first, `${month}-20 16:59`);
    await say(first, `${month}-20 17:00`);
    await say(second, `${month}-21 03:00`);
    await say(second, `${dayAfter(`${month}-01`, -1)} 23:59`);
    await say(small.people[0] as Person, `${month}-20 03:00`);
    const day = `${month}-22`;
    // An absence that began before the month, and urgent messages of the month and of others.
    await sql`INSERT INTO absences (user_id, from_day, to_day)
      VALUES (${second.id}, ${dayAfter(`${month}-01`, -3)}::date, ${day}::date)`.execute(db());
    // One that ended on its first day.
    await sql`INSERT INTO absences (user_id, from_day, to_day)
      VALUES (${third.id}, ${dayAfter(`${month}-01`, -3)}::date, ${`${month}-01`}::date)`.execute(db());
    await say(third, `${month}-01 10:00`);
    const after = `${dayAfter(`${month}-28`, 5).slice(0, 7)}-01 00:00`;
    // The first moment of a month is in it, and that of the next is not.
    for (const at of [`${month}-01 00:00`, after]) await say(first, at);
    for (const at of [before, `${month}-01 00:00`, `${month}-20 10:00`, after])
      await sql`INSERT INTO urgent_messages (sender_id, nonce, reason, created_at)
        VALUES (${first.id}, gen_random_uuid(), 'Une panne.', ${at}::timestamp AT TIME ZONE ${zone})`.execute(db());
    await say(second, `${day} 11:00`);
    await report();
    // A month is reported once, whatever becomes of its societies: the small one has ten people now.
    await sql`UPDATE users SET society_id = ${small.society._id} WHERE id = ${late.id}`.execute(db());
    const told = await report();
    expect(told).toEqual({
      ...{ month, months: [month], nextCursor: null },
      reports: [
        { society: { _id: large.society._id, name: 'Grande' }, people: 10, messages: 7, messagesOff: 5, urgent: 2 },
      ],
    });
    for (const { user } of everyone) expect(JSON.stringify(told)).not.toContain(user.email);
    expect((await karim.call(api.disconnection.reports)).status).toBe(404);
    const named = (asked: string) => administrator.call(api.disconnection.reports, { query: { month: asked } });
    expect((await named(month)).body).toEqual(told);
    for (const none of ['2026-13', '2026-00']) {
      expect((await named(none)).body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'month' }] });
    }
  });

  it('tells of people without a society, by the hours of this Palabre', async () => {
    await sql`INSERT INTO users (id, first_name, last_name, email)
      SELECT gen_random_uuid(), 'Sans', 'Société', n || '@seule.fr' FROM generate_series(1, 10) AS n`.execute(db());
    await setDefaults(null, hours('09:00', '17:00'));
    // Former hours of a society or of a person are not those of this Palabre.
    const { people, society } = await team('Voisine', 1);
    const neighbour = people[0] as Person;
    const evening = hours('20:00', '21:00');
    await setDefaults(society._id, evening);
    await setHours(neighbour, '20:00', '21:00');
    await changedAt(before);
    await setDefaults(society._id, null);
    await setHours(neighbour, '09:00', '17:00');
    await changedAt(`${month}-25 12:00`);
    for (const at of ['10:00', '18:00']) await say(administrator, `${month}-20 ${at}`);
    await sql`DELETE FROM disconnection_reports`.execute(db());
    const { reports } = await report();
    expect(reports[0]).toMatchObject({ society: null, messages: 2, messagesOff: 1 });
    await setDefaults(null, null);
    await sql`DELETE FROM past_hours WHERE user_id IS NULL AND society_id IS NULL`.execute(db());
    await sql`DELETE FROM users WHERE email LIKE '%@seule.fr'`.execute(db());
  });

  it('adds up a group whose people are read at two times', async () => {
    const { people, society } = await team('Dispersée', 9);
    // People are read by five hundred, in order of their ids: these stand between the first and the last of the society.
    const between = people
      .map(({ id }) => id)
      .sort()[4]
      ?.slice(0, 24);
    await sql`INSERT INTO users (id, first_name, last_name, email, society_id)
      SELECT (${between} || lpad(to_hex(n), 12, '0'))::uuid, 'Sans', 'Horaires', n || '@dispersee.fr', ${society._id}
      FROM generate_series(1, 500) AS n`.execute(db());
    await sql`UPDATE users SET society_id = ${society._id} WHERE id = ${karim.id}`.execute(db());
    for (const person of [...people, karim]) await setHours(person, '09:00', '17:00');
    await changedAt(before);
    await say(people[0] as Person, `${month}-20 20:00`);
    await sql`DELETE FROM disconnection_reports`.execute(db());
    const { reports } = await report();
    expect(reports.find(one => one.society?._id === society._id)).toMatchObject({ people: 10, messagesOff: 1 });
    await sql`DELETE FROM users WHERE email LIKE '%@dispersee.fr'`.execute(db());
  });

  it('counts by the hours that held as each message was written, one’s own and those by default', async () => {
    const { people, society } = await team('Changeante', 12);
    const [early, never, free, later, follower, watch] = people as [Person, Person, Person, Person, Person, Person];
    await setDefaults(society._id, hours('09:00', '17:00'));
    await setHours(early, '06:00', '14:00');
    await setHours(watch, '22:00', '06:00');
    await never.ok(api.availability.setHours, { body: { hours: null } });
    await changedAt(before);
    // In the middle of the month all of them change.
    await setDefaults(society._id, hours('12:00', '20:00'));
    await early.ok(api.availability.followDefault);
    await free.ok(api.availability.setHours, { body: { hours: null } });
    await setHours(later, '14:00', '22:00');
    await changedAt(`${month}-15 12:00`);
    // Hours changed once the month is over change nothing of its report.
    await setDefaults(society._id, null);
    await setHours(never, '00:00', '00:01');
    const said: Said[] = [
      [early, '10 07:00', 'on'],
      [early, '11 07:00', 'on'],
      [early, '10 15:00', 'off'],
      [early, '20 07:00', 'off'],
      [early, '20 19:00', 'on'],
      [free, '10 03:00', 'off'],
      [free, '15 03:00', 'off'],
      [free, '20 03:00', 'on'],
      [later, '10 10:00', 'on'],
      [later, '15 13:00', 'off'],
      [later, '20 10:00', 'off'],
      [later, '20 21:00', 'on'],
      [follower, '10 11:00', 'on'],
      [follower, '15 11:59', 'on'],
      [follower, '15 17:30', 'on'],
      [follower, '20 11:00', 'off'],
      [never, '20 03:00', 'on'],
      // The night shift that began in the month before, or before other people changed their hours.
      [watch, '01 01:00', 'on'],
      [watch, '01 07:00', 'off'],
    ];
    const saidOn = (wanted: Said[2]) => said.filter(([, , duty]) => duty === wanted);
    const told = async () => {
      await sql`DELETE FROM disconnection_reports`.execute(db());
      return (await report()).reports.find(one => one.society?._id === society._id);
    };
    // Off-duty messages first: two opposite mistakes of kind would leave the sum unchanged.
    for (const [person, at] of saidOn('off')) await say(person, `${month}-${at}`);
    const off = saidOn('off').length;
    expect(await told()).toMatchObject({ messages: off, messagesOff: off });
    for (const [person, at] of saidOn('on')) await say(person, `${month}-${at}`);
    // A reply also shown in its channel is one message.
    const { welcome } = await gather(early);
    const root = await post(early, welcome, 'Racine');
    const { message } = await early.ok(api.messages.send, {
      body: { threadOf: root._id, channelId: welcome._id, content: 'Aux deux', alsoInPlace: true },
    });
    await sql`UPDATE messages SET created_at = ${`${month}-10 07:00`}::timestamp AT TIME ZONE ${zone}
      WHERE ${message._id} IN (id, twin_id)`.execute(db());
    expect(await told()).toMatchObject({
      // All but the person who was always on duty, whose messages are not counted; and the reply.
      people: 11,
      messages: said.length,
      messagesOff: off,
    });
  });

  it('leaves no hours that the next one does not need', async () => {
    await setHours(karim, '09:00', '17:00');
    await changedAt(before);
    const kept = async () => (await sql`SELECT FROM past_hours WHERE user_id = ${karim.id}`.execute(db())).rows.length;
    expect(await kept()).toBe(1);
    await report();
    expect(await kept()).toBe(0);
    // Of many changes of a day, the first is kept.
    for (let n = 10; n < 15; n += 1) await setHours(karim, `${n}:00`, '17:00');
    expect(await kept()).toBe(1);
  });
});
