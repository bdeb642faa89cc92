import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { hoursFrom, startIn } from '../../../test/people/duty.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

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
    await others.none('updateDefaultHours');
    expect([await restOf(karim), await restOf(other)]).toEqual([startIn(1), undefined]);
    await setDefaults(null, hoursFrom(2, 3));
    expect(await others.next('updateDefaultHours')).toEqual({ societyId: null });
    expect([await restOf(karim), await restOf(other)]).toEqual([startIn(1), startIn(2)]);
    const { hours } = await administrator.ok(api.disconnection.defaults, { query: { societyId: society._id } });
    expect(hours).toEqual(hoursFrom(1, 2));
    await setDefaults(society._id, null);
    await setDefaults(null, null);
    expect([await restOf(karim), await restOf(other)]).toEqual([undefined, undefined]);
    expect((await administrator.ok(api.disconnection.defaults)).hours).toBeNull();
  });

  it('of a society that does not exist are refused', async () => {
    const body = { societyId: '0199f3c0-0000-7000-8000-000000000000', hours: null };
    expect((await administrator.call(api.disconnection.setDefaults, { body })).status).toBe(404);
  });
});

it('The charter is written by administrators, read by everyone, and deleted when emptied', async () => {
  const text = 'Personne n’est tenu de répondre le soir.\nNi le dimanche.';
  await administrator.ok(api.disconnection.setCharter, { body: { text } });
  expect((await karim.ok(api.disconnection.charter)).charter).toMatchObject({ text });
  expect((await karim.call(api.disconnection.setCharter, { body: { text: 'Rien.' } })).status).toBe(404);
  await administrator.ok(api.disconnection.setCharter, { body: { text: '' } });
  expect((await karim.ok(api.disconnection.charter)).charter).toBeNull();
});

it('The report of a month tells of societies with ten people who have hours, of none under ten, and of nobody', async () => {
  const { kysely } = palabre.services.database;
  const month = dayAfter(`${localTimeOf(Date.now(), 'Europe/Paris').slice(0, 7)}-01`, -1).slice(0, 7);
  const team = async (name: string, count: number) => {
    const people = await Promise.all(
      Array.from({ length: count }, (_, n) => palabre.register({ firstName: `${name}${n}` })),
    );
    const society = await found(people[0] as Person, name);
    await admit(people[0] as Person, society, 'member', ...people.slice(1));
    return { people, society };
  };
  const [large, small] = [await team('Grande', 10), await team('Petite', 9)];
  const week = Array(7).fill({ start: '09:00', end: '17:00' });
  const everyone = [...large.people, ...small.people];
  for (const person of everyone)
    await person.ok(api.availability.setHours, { body: { hours: { zone: 'Europe/Paris', holidays: 'none', week } } });
  const say = async (person: Person, at: string) => {
    const { welcome } = await gather(person);
    const { _id } = await post(person, welcome, 'Bonjour');
    await sql`UPDATE messages SET created_at = ${at}::timestamp AT TIME ZONE 'Europe/Paris' WHERE id = ${_id}`.execute(
      kysely,
    );
  };
  const [first, second] = large.people as [Person, Person];
  // The 20th is in no change of clocks.
  await say(first, `${month}-20 10:00`);
  await say(first, `${month}-20 16:59`);
  await say(first, `${month}-20 17:00`);
  await say(second, `${month}-21 03:00`);
  await say(second, `${dayAfter(`${month}-01`, -1)} 23:59`);
  await say(small.people[0] as Person, `${month}-20 03:00`);
  await sql`INSERT INTO absences (user_id, from_day, to_day) VALUES (${second.id}, ${`${month}-22`}::date, ${`${month}-22`}::date)`.execute(
    kysely,
  );
  await say(second, `${month}-22 11:00`);
  for (let run = 0; run < 2; run += 1) {
    await palabre.jobs.now('disconnection.report');
    await jobsDone(palabre, 'disconnection.report');
  }
  const told = await administrator.ok(api.disconnection.reports);
  expect(told).toEqual({
    ...{ month, months: [month], nextCursor: null },
    reports: [
      { society: { _id: large.society._id, name: 'Grande' }, people: 10, messages: 5, messagesOff: 3, urgent: 0 },
    ],
  });
  for (const { user } of everyone) expect(JSON.stringify(told)).not.toContain(user.email);
  expect((await karim.call(api.disconnection.reports)).status).toBe(404);
});
