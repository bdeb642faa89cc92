import { randomUUID } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter, sameHours } from '@palabre/common/rules/people/duty.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { dutySince } from '../../../test/people/duty.ts';
import { act, admit, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';

const zone = 'Europe/Paris';
const { hoursFrom, startIn } = dutySince();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let palabre: Palabre;
let camille: Person;
let karim: Person;
let stranger: Person;

beforeAll(async () => {
  palabre = await startPalabre();
});

beforeEach(async () => {
  [camille, karim, stranger] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  await gather(camille, karim);
});

const today = (days = 0) => dayAfter(localTimeOf(Date.now(), zone).slice(0, 10), days);
const own = async (person: Person) => (await person.ok(api.availability.own)).own;
const offDuty = async (viewer: Person, ...people: Person[]) =>
  (await viewer.ok(api.availability.list, { query: { ids: people.map(({ id }) => id).join() } })).offDuty;
const setHours = (person: Person, hours = hoursFrom(1, 2)) => person.ok(api.availability.setHours, { body: { hours } });
const absent = (person: Person, absences: object[]) =>
  person.call(api.availability.setAbsences, { body: { absences: absences as never } });
const newAdministrator = async () => {
  const person = await palabre.register({ firstName: 'Hélène' });
  await palabre.makeAdministrator(person);
  return person;
};
const quiet = (person: Person, minutes: number) =>
  person.call(api.availability.setQuiet, {
    body: { until: { localTime: localTimeOf(Date.parse(startIn((minutes * minuteMs) / hourMs)), zone), zone } },
  });

describe('hours', () => {
  it('are nobody’s until they or a default say so: nobody is off duty', async () => {
    expect(await own(karim)).toEqual({
      ...{ _id: karim.id, hours: null, source: 'none', zone: 'Europe/Paris' },
      ...{ absences: [], quietUntil: null, urgentLeft: limits.urgentPerWeek },
    });
    expect(await offDuty(camille, karim, camille)).toEqual([]);
  });

  it('say until when their person is off duty, to people who share a place with them alone', async () => {
    await setHours(karim);
    const told = { _id: karim.id, until: startIn(1), isAbsent: false, deputy: null, text: '' };
    expect(await offDuty(camille, karim, stranger, { ...karim, id: 'abc-' } as Person)).toEqual([told]);
    expect(await offDuty(stranger, karim)).toEqual([]);
    const administrator = await newAdministrator();
    expect(await offDuty(administrator, karim)).toEqual([]);
    await setHours(karim, hoursFrom(-1, 1));
    expect(await offDuty(camille, karim)).toEqual([]);
    // New hours replace the old ones altogether.
    const others = { ...hoursFrom(2, 3), zone: 'Indian/Reunion', holidays: 'metropole' } as const;
    await setHours(karim, others);
    expect(await own(karim)).toMatchObject({ hours: others, source: 'own', zone: others.zone });
  });

  it('of the instance hold for who has chosen none, those of a society before them, one’s own before all', async () => {
    const { kysely } = palabre.services.database;
    const society = await found(karim);
    const given = async (societyId: string | null, from: number) => {
      const { zone: of, holidays, week } = hoursFrom(from, from + 1);
      await sql`INSERT INTO default_hours (society_id, zone, holidays, week)
        VALUES (${societyId}::uuid, ${of}, ${holidays}, ${JSON.stringify(week)}::jsonb)`.execute(kysely);
    };
    await given(null, 1);
    try {
      expect((await own(karim)).source).toBe('instance');
      expect(await offDuty(karim, karim, camille)).toMatchObject([{ until: startIn(1) }, { until: startIn(1) }]);
      await given(society._id, 2);
      expect((await own(karim)).source).toBe('society');
      expect(await offDuty(camille, karim)).toMatchObject([{ until: startIn(2) }]);
      expect(await offDuty(camille, camille)).toMatchObject([{ until: startIn(1) }]);
      await setHours(karim, hoursFrom(3, 4));
      expect(await offDuty(camille, karim)).toMatchObject([{ until: startIn(3) }]);
      await karim.ok(api.availability.setHours, { body: { hours: null } });
      expect(await own(karim)).toMatchObject({ hours: null, source: 'own' });
      expect(await offDuty(camille, karim)).toEqual([]);
      await karim.ok(api.availability.followDefault);
      expect(await offDuty(camille, karim)).toMatchObject([{ until: startIn(2) }]);
    } finally {
      await sql`DELETE FROM default_hours`.execute(kysely);
    }
  });

  it('that are none have the zone of the device, and those given up the zone that they had', async () => {
    await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { timeZone: 'Pacific/Honolulu' } });
    expect((await own(karim)).zone).toBe('Pacific/Honolulu');
    await setHours(karim, { ...hoursFrom(1, 2), zone: 'Indian/Reunion' });
    await karim.ok(api.availability.setHours, { body: { hours: null } });
    expect(await own(karim)).toMatchObject({ hours: null, source: 'own', zone: 'Indian/Reunion' });
  });

  it('are told to the person’s devices whole, and to who shares a place as a change of which nothing is said', async () => {
    const [ears, others] = [await karim.connect(), await camille.connect()];
    const strangers = await stranger.connect();
    const { own: answer } = await setHours(karim);
    expect(await ears.next('updateOwnAvailability')).toEqual(answer);
    expect(await others.next('updateAvailability')).toEqual({ _id: karim.id });
    await others.settled();
    await strangers.settled();
    expect(others.all('updateOwnAvailability')).toEqual([]);
    expect(strangers.all('updateAvailability')).toEqual([]);
    // Absences, quiet and the return to the default are told in the same way.
    for (const change of [
      () => absent(karim, [{ from: today(), to: today() }]),
      () => quiet(karim, 60),
      () => karim.call(api.availability.followDefault),
    ]) {
      const { body } = await change();
      expect(await ears.next('updateOwnAvailability')).toEqual(body.own);
      expect(await others.next('updateAvailability')).toEqual({ _id: karim.id });
    }
  });

  it.each([
    ['no working day', { week: Array(7).fill(null) }],
    ['six days', { week: hoursFrom(1, 2).week.slice(1) }],
    ['a day that ends as it begins', { week: sameHours({ start: '09:00', end: '09:00' }) }],
    ['no hour', { week: sameHours({ start: '9 heures', end: '17:30' }) }],
    ['an unknown zone', { zone: 'Europe/Rennes' }],
    ['an unknown part of France', { holidays: 'bretagne' }],
  ])('with %s are refused, and say why', async (_what, wrong) => {
    const hours = { ...hoursFrom(1, 2), ...wrong } as never;
    const { status, body } = await karim.call(api.availability.setHours, { body: { hours } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect((await own(karim)).hours).toBeNull();
  });
});

describe('an absence', () => {
  it('is told with its end, its deputy and its text while it lasts', async () => {
    const deputy = { _id: camille.id, firstName: 'Camille', lastName: camille.user.lastName };
    const text = 'Pour les devis, voyez Camille.';
    await absent(karim, [
      { from: today(30), to: today(40) },
      { from: today(-1), to: today(1), deputyId: camille.id, text },
    ]);
    const end = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`)).toISOString().slice(0, 10);
    const [told] = await offDuty(camille, karim);
    expect(told).toEqual({ _id: karim.id, until: expect.any(String), isAbsent: true, deputy, text });
    expect(localTimeOf(Date.parse(told?.until ?? ''), zone)).toBe(`${end(today(2))}T00:00`);
    expect((await own(karim)).absences).toEqual([
      { from: today(-1), to: today(1), deputy, text },
      { from: today(30), to: today(40), deputy: null, text: '' },
    ]);
    await absent(karim, []);
    expect(await offDuty(camille, karim)).toEqual([]);
  });

  it('lasts until its day is over where its person is, when another day has long begun in UTC', async () => {
    const week = sameHours({ start: '09:00', end: '17:00' });
    const hours = { zone: 'Pacific/Honolulu', holidays: 'none' as const, week };
    const clock = vi.spyOn(palabre.services.duty, 'now');
    onTestFinished(() => clock.mockRestore());
    // Ten hours before: it is half past eleven at night there.
    clock.mockReturnValue(new Date('2026-11-25T09:30:00Z'));
    await setHours(karim, hours);
    await absent(karim, [{ from: '2026-11-24', to: '2026-11-24', text: 'En congé' }]);
    expect(await offDuty(camille, karim)).toMatchObject([{ isAbsent: true, text: 'En congé' }]);
    clock.mockReturnValue(new Date('2026-11-25T10:00:00Z'));
    expect(await offDuty(camille, karim)).toMatchObject([{ isAbsent: false, text: '' }]);
  });

  it('may follow another at once, last until the furthest day that may be, and end today', async () => {
    const clock = vi.spyOn(palabre.services.duty, 'now').mockReturnValue(new Date('2026-11-25T10:00:00Z'));
    onTestFinished(() => clock.mockRestore());
    const [before, day, next] = ['2026-11-24', '2026-11-25', '2026-11-26'];
    const furthest = dayAfter(day, limits.absenceDaysAhead);
    const noted = [
      { from: before, to: day },
      { from: next, to: furthest },
    ];
    expect((await absent(karim, noted)).status).toBe(200);
    expect((await own(karim)).absences).toMatchObject(noted);
    await absent(karim, []);
    expect((await own(karim)).absences).toEqual([]);
  });

  it('noted on two devices at once is that of one of them', async () => {
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [karim.id]);
    const both = [3, 5].map(days => absent(karim, [{ from: today(days), to: today(days) }]));
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await own(karim)).absences).toHaveLength(1);
  });

  it('does not name its deputy to who shares no place with them', async () => {
    const other = await palabre.register({ firstName: 'Hélène' });
    await gather(other, karim);
    await absent(karim, [{ from: today(), to: today(), deputyId: camille.id, text: 'Voyez Camille.' }]);
    expect(await offDuty(other, karim)).toMatchObject([{ deputy: null, text: 'Voyez Camille.' }]);
  });

  it('is refused when it is over, too far, on the days of another, or with a deputy who is nobody', async () => {
    const refusals = [
      [{ from: today(-3), to: today(-1) }],
      [{ from: today(), to: today(limits.absenceDaysAhead + 1) }],
      [
        { from: today(5), to: today(9) },
        { from: today(1), to: today(5) },
      ],
      [{ from: today(), to: today(), deputyId: karim.id }],
      [{ from: today(), to: today(), deputyId: stranger.id }],
      [{ from: today(2), to: today(1) }],
      [{ from: today(), to: today(), text: 'x'.repeat(limits.absenceText + 1) }],
      Array.from({ length: limits.absences + 1 }, (_, i) => ({ from: today(i), to: today(i) })),
    ];
    const codes = await Promise.all(refusals.map(async absences => (await absent(karim, absences)).body.code));
    expect(codes).toEqual([
      ...['absence_past', 'absence_far', 'absences_overlap', 'deputy_self', 'user_not_found'],
      ...['invalid_input', 'invalid_input', 'invalid_input'],
    ]);
    expect((await own(karim)).absences).toEqual([]);
  });

  it('that is over stays out of the list, and may be followed by one that began on its day', async () => {
    await absent(karim, [{ from: today(), to: today(3) }]);
    await sql`UPDATE absences SET from_day = from_day - 9, to_day = to_day - 9 WHERE user_id = ${karim.id}`.execute(
      palabre.services.database.kysely,
    );
    expect((await own(karim)).absences).toEqual([]);
    const longer = { from: today(-9), to: today(1), deputyId: camille.id, text: 'Prolongée' };
    expect((await absent(karim, [longer])).status).toBe(200);
    const { deputyId: _id, ...days } = longer;
    expect((await own(karim)).absences).toMatchObject([{ ...days, deputy: { _id } }]);
  });

  it('that is over is forgotten a year later, when another is noted', async () => {
    const { kysely } = palabre.services.database;
    await absent(karim, [
      { from: today(), to: today(1) },
      { from: today(20), to: today(21) },
    ]);
    await sql`UPDATE absences SET from_day = from_day - 380, to_day = to_day - 380 WHERE user_id = ${karim.id}`.execute(
      kysely,
    );
    await absent(karim, [{ from: today(2), to: today(2) }]);
    const { rows } = await sql<{ day: string }>`
      SELECT from_day::text AS day FROM absences WHERE user_id = ${karim.id} ORDER BY from_day`.execute(kysely);
    expect(rows.map(({ day }) => day)).toEqual([today(-360), today(2)]);
  });
});

describe('« Ne pas déranger »', () => {
  it('puts its person off duty until its end, or until they end it', async () => {
    const { status } = await quiet(karim, 60);
    expect(status).toBe(200);
    const until = startIn(1);
    expect((await own(karim)).quietUntil).toBe(until);
    expect(await offDuty(camille, karim)).toMatchObject([{ until, isAbsent: false }]);
    // A minute may end meanwhile.
    const later = startIn(2);
    await quiet(karim, 120);
    expect([later, startIn(2)]).toContain((await own(karim)).quietUntil);
    await karim.ok(api.availability.setQuiet, { body: { until: null } });
    expect((await own(karim)).quietUntil).toBeNull();
    expect(await offDuty(camille, karim)).toEqual([]);
    await quiet(karim, 60);
    await sql`UPDATE quiet_times SET until = now() - interval '1 second' WHERE user_id = ${karim.id}`.execute(
      palabre.services.database.kysely,
    );
    expect([(await own(karim)).quietUntil, await offDuty(camille, karim)]).toEqual([null, []]);
  });

  it('is refused for a time that has passed, and for more than a year', async () => {
    expect((await quiet(karim, -5)).body.code).toBe('time_past');
    expect((await quiet(karim, (limits.quietDaysAhead * dayMs) / minuteMs + 5)).body.code).toBe('quiet_far');
    expect((await own(karim)).quietUntil).toBeNull();
  });

  it('ends after now, and within a year, to the minute', async () => {
    const now = Date.parse('2026-11-25T10:00:00Z');
    const clock = vi.spyOn(palabre.services.duty, 'now').mockReturnValue(new Date(now));
    onTestFinished(() => clock.mockRestore());
    const yearMs = limits.quietDaysAhead * dayMs;
    const codes: (string | undefined)[] = [];
    for (const ms of [0, minuteMs, yearMs, yearMs + minuteMs]) {
      const until = { localTime: localTimeOf(now + ms, zone), zone };
      codes.push((await karim.call(api.availability.setQuiet, { body: { until } })).body.code);
    }
    expect(codes).toEqual(['time_past', undefined, undefined, 'quiet_far']);
  });
});

it('Hours, absences, quiet and urgent messages of one person are nothing to those of another', async () => {
  for (const person of [camille, karim]) {
    await setHours(person);
    await absent(person, [{ from: today(1), to: today(2) }]);
    await quiet(person, 60);
  }
  const before = await own(camille);
  expect(before).toMatchObject({ source: 'own', absences: [{ from: today(1) }], quietUntil: expect.any(String) });
  await karim.ok(api.availability.urgent, { body: { nonce: randomUUID(), reason: 'Le serveur est en panne.' } });
  await karim.ok(api.availability.followDefault);
  await absent(karim, []);
  await karim.ok(api.availability.setQuiet, { body: { until: null } });
  expect(await own(karim)).toMatchObject({ source: 'none', absences: [], quietUntil: null });
  expect(await own(camille)).toEqual(before);
});

describe('what decides of mails and pushes', () => {
  it('is told who is off duty, whoever asks', async () => {
    await setHours(karim);
    const ids = [camille.id, karim.id, stranger.id];
    expect(await palabre.services.duty.offDutyOf(ids)).toEqual(new Set([karim.id]));
    expect(await palabre.services.duty.offDutyOf([])).toEqual(new Set());
  });

  it('is told when a person was off duty, in absences that have ended since too', async () => {
    const day = '2026-11-25';
    const clock = vi.spyOn(palabre.services.duty, 'now').mockReturnValue(new Date(`${day}T10:00:00Z`));
    onTestFinished(() => clock.mockRestore());
    await absent(karim, [{ from: day, to: day }]);
    clock.mockReturnValue(new Date('2026-12-25T10:00:00Z'));
    const times = ['2026-11-24T12:00:00Z', '2026-11-25T12:00:00Z', '2026-12-25T10:00:00Z'].map(time =>
      Date.parse(time),
    );
    expect(await palabre.services.duty.wasOffDuty(karim.id, times)).toEqual([false, true, false]);
    expect(await palabre.services.duty.wasOffDuty(camille.id, times)).toEqual([false, false, false]);
  });
});

describe('an urgent message', () => {
  const urgent = (nonce: string, reason = 'Le serveur du client est en panne.') =>
    karim.call(api.availability.urgent, { body: { nonce, reason } });

  it('takes a reason, is in the journal with it, and comes three times in seven days', async () => {
    expect((await urgent(randomUUID(), 'Vite !')).body.code).toBe('invalid_input');
    const nonces = [randomUUID(), randomUUID(), randomUUID()];
    const [ears, others] = [await karim.connect(), await camille.connect()];
    for (const nonce of nonces) expect((await urgent(nonce)).status).toBe(201);
    await ears.next('updateOwnAvailability', ({ urgentLeft }) => urgentLeft === 0);
    await others.none('updateOwnAvailability');
    expect((await urgent(nonces[0] ?? '')).status).toBe(201);
    const { status, body } = await urgent(randomUUID());
    expect([status, body.code]).toEqual([429, 'too_many_urgent']);
    expect((await own(karim)).urgentLeft).toBe(0);
    const administrator = await newAdministrator();
    const { entries } = await administrator.ok(api.audit.list, { query: { limit: 100 } });
    const mine = entries.filter(({ actorId }) => actorId === karim.id);
    expect(mine).toHaveLength(3);
    expect(mine[0]).toMatchObject({ action: 'message_urgent', target: 'Le serveur du client est en panne.' });
    const age = (days: number) =>
      sql`UPDATE urgent_messages SET created_at = created_at - make_interval(days => ${days}::int)
        WHERE sender_id = ${karim.id}`.execute(palabre.services.database.kysely);
    await age(6);
    expect([(await urgent(randomUUID())).status, (await own(karim)).urgentLeft]).toEqual([429, 0]);
    await age(2);
    expect((await urgent(randomUUID())).status).toBe(201);
    expect((await own(karim)).urgentLeft).toBe(limits.urgentPerWeek - 1);
    // Urgent messages are remembered for two months.
    const { kysely } = palabre.services.database;
    await sql`UPDATE urgent_messages SET created_at = created_at - interval '53 days' WHERE nonce = ${nonces[0]}`.execute(
      kysely,
    );
    await urgent(randomUUID());
    const { rows } = await sql`SELECT FROM urgent_messages WHERE sender_id = ${karim.id}`.execute(kysely);
    expect(rows).toHaveLength(4);
  });

  it('comes three times in seven days from many devices at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => urgent(randomUUID())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });
});

it('A society’s default leaves with the membership', async () => {
  const society = await found(camille);
  await admit(camille, society, 'member', karim);
  const { zone: of, holidays, week } = hoursFrom(1, 2);
  await sql`INSERT INTO default_hours (society_id, zone, holidays, week)
    VALUES (${society._id}::uuid, ${of}, ${holidays}, ${JSON.stringify(week)}::jsonb)`.execute(
    palabre.services.database.kysely,
  );
  expect(await offDuty(camille, karim)).toHaveLength(1);
  await act(camille, society, 'removeUser', karim);
  expect(await offDuty(camille, karim)).toEqual([]);
});
