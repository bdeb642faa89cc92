import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';

let palabre: Palabre;
let administrator: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [administrator, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  await palabre.makeAdministrator(administrator);
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const announce = async (text: string, kind: 'info' | 'important' = 'info') =>
  (await administrator.ok(api.announcements.create, { body: { text, kind, endsAt: inDays(1) } })).announcement;
const end = (id: string) => administrator.call(api.announcements.end, { params: { id } });
const shownTo = async (person: Person) =>
  (await person.ok(api.announcements.shown)).announcements.map(({ text }) => text);

afterEach(async () => {
  const { announcements } = await administrator.ok(api.announcements.list);
  for (const { _id, endedAt } of announcements) if (endedAt === null) await end(_id);
});

it('An announcement is told to everybody at once, and shown until it is ended', async () => {
  const ears = await karim.connect();
  const [text, endsAt] = [' Une mise à jour ce soir.\nDe 18 h à 19 h. ', inDays(1)];
  const { announcement: made } = await administrator.ok(api.announcements.create, {
    body: { text, kind: 'important', endsAt },
  });
  const expected = { _id: made._id, text: text.trim(), kind: 'important', endsAt };
  expect(made).toMatchObject(expected);
  expect(await ears.next('newAnnouncement')).toEqual(expected);
  expect((await karim.ok(api.announcements.shown)).announcements).toEqual([expected]);
  expect(Math.abs(Date.now() - Date.parse(made.createdAt))).toBeLessThan(3_600_000);
  expect((await end(made._id)).status).toBe(200);
  expect(await ears.next('endAnnouncement')).toEqual({ _id: made._id });
  expect(await shownTo(karim)).toEqual([]);
  expect((await end(made._id)).status).toBe(404);
  const { entries } = await administrator.ok(api.audit.list, { query: { limit: 2 } });
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    ['announcement_ended', 'Une mise à jour ce soir. De 18 h à 19 h.'],
    ['announcement_made', 'Une mise à jour ce soir. De 18 h à 19 h.'],
  ]);
});

it('An announcement that somebody dismisses goes on all of their devices, and on nobody else’s', async () => {
  const { _id } = await announce('Bienvenue.');
  const [here, other] = [await karim.connect(), await administrator.connect()];
  const params = { id: _id };
  expect(await karim.ok(api.announcements.dismiss, { params })).toEqual({ announcements: [] });
  expect(await here.next('endAnnouncement')).toEqual({ _id });
  await other.none('endAnnouncement');
  expect([await shownTo(await karim.elsewhere()), await shownTo(administrator)]).toEqual([[], ['Bienvenue.']]);
  // A second dismissal, as from a device that has not heard of the first.
  await karim.ok(api.announcements.dismiss, { params });
  await end(_id);
  expect((await karim.call(api.announcements.dismiss, { params })).status).toBe(404);
});

it('An announcement is over at its end, without anybody ending it', async () => {
  const { _id } = await announce('Pour aujourd’hui.');
  await sql`UPDATE announcements SET ends_at = now() - interval '1 second' WHERE id = ${_id}`.execute(
    palabre.services.database.kysely,
  );
  expect(await shownTo(karim)).toEqual([]);
  const { announcements } = await administrator.ok(api.announcements.list);
  expect(announcements[0]).toMatchObject({ _id, endedAt: null, by: { _id: administrator.id } });
  // An ended announcement takes no place among the three shown at once.
  for (const text of ['Une.', 'Deux.', 'Trois.']) await announce(text);
  expect(await shownTo(karim)).toEqual(['Une.', 'Deux.', 'Trois.']);
});

it('A new announcement has dismissals of those that are over forgotten, and of no other', async () => {
  const [over, on] = [await announce('Passée.'), await announce('Toujours là.')];
  for (const { _id: id } of [over, on]) await karim.ok(api.announcements.dismiss, { params: { id } });
  await end(over._id);
  await announce('Nouvelle.');
  const { rows } = await sql<{ id: string }>`
    SELECT announcement_id AS id FROM announcement_dismissals WHERE user_id = ${karim.id}`.execute(
    palabre.services.database.kysely,
  );
  expect(rows.map(({ id }) => id)).toEqual([on._id]);
  expect(await shownTo(karim)).toEqual(['Nouvelle.']);
});

it('A long announcement is cut in the journal, between two characters', async () => {
  const text = `${'a'.repeat(limits.title - 2)}${'🎉'.repeat(9)}`;
  await announce(text);
  const { entries } = await administrator.ok(api.audit.list, { query: { limit: 1 } });
  expect(entries[0]?.target).toBe(`${'a'.repeat(limits.title - 2)}…`);
});

it('Three announcements are shown at once, whoever makes them together; the next waits for the end of one', async () => {
  const body = { text: 'Encore une.', endsAt: inDays(1) };
  const all = await Promise.all(
    Array.from({ length: 5 }, () => administrator.call(api.announcements.create, { body })),
  );
  const codes = all.map(({ status, body }) => (status === 201 ? 'made' : body.code));
  expect(codes.toSorted()).toEqual(['announcements_full', 'announcements_full', 'made', 'made', 'made']);
  const [first] = (await karim.ok(api.announcements.shown)).announcements;
  await end(first?._id ?? '');
  expect((await administrator.call(api.announcements.create, { body })).status).toBe(201);
});

it('A new announcement waits for one that is being made, and is refused if that one is the third', async () => {
  for (const text of ['Une.', 'Deux.']) await announce(text);
  const held = await holdLock(
    palabre,
    `INSERT INTO announcements (id, text, kind, ends_at, author_id)
     VALUES ($1, 'Trois.', 'info', now() + interval '1 day', $2)`,
    [newId(), administrator.id],
  );
  let isAnswered = false;
  const making = administrator
    .call(api.announcements.create, { body: { text: 'Quatre.', endsAt: inDays(1) } })
    .finally(() => {
      isAnswered = true;
    });
  await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
  await held.query('COMMIT');
  expect((await making).body.code).toBe('announcements_full');
  expect(await shownTo(karim)).toEqual(['Une.', 'Deux.', 'Trois.']);
});

it.each([
  ['an end that has passed', { endsAt: inDays(-1) }, 'announcement_end'],
  ['an end beyond a year', { endsAt: inDays(limits.announcementDaysAhead + 0.01) }, 'announcement_end'],
  ['no text', { text: '  ' }, 'invalid_input'],
  ['a text that is too long', { text: 'a'.repeat(501) }, 'invalid_input'],
  ['an unknown kind', { kind: 'urgent' as 'info' }, 'invalid_input'],
])('An announcement with %s is refused', async (_what, wrong, code) => {
  const body = { text: 'Une annonce.', endsAt: inDays(1), ...wrong };
  const reply = await administrator.call(api.announcements.create, { body });
  expect([reply.status, reply.body.code]).toEqual([400, code]);
});

it('An announcement may last a year and a day, and no text is cut before five hundred characters', async () => {
  const body = { text: 'a'.repeat(500), endsAt: inDays(limits.announcementDaysAhead - 0.01) };
  const { announcement } = await administrator.ok(api.announcements.create, { body });
  expect(announcement).toMatchObject({ ...body, kind: 'info' });
});

it('Announcements are made, listed and ended by administrators alone', async () => {
  const { _id } = await announce('Une annonce.');
  const body = { text: 'La mienne.', endsAt: inDays(1) };
  const replies = [
    await karim.call(api.announcements.create, { body }),
    await karim.call(api.announcements.list),
    await karim.call(api.announcements.end, { params: { id: _id } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
});

it('All announcements are listed by page, and found by their words, blind to accents', async () => {
  for (const text of ['Fête de l’été', 'Coupure d’électricité', 'Fete du personnel']) await announce(text);
  const query = { search: 'fete', limit: 1 };
  const first = await administrator.ok(api.announcements.list, { query });
  expect(first.announcements.map(({ text }) => text)).toEqual(['Fete du personnel']);
  const next = await administrator.ok(api.announcements.list, { query: { ...query, cursor: first.nextCursor ?? '' } });
  expect([next.announcements.map(({ text }) => text), next.nextCursor]).toEqual([['Fête de l’été'], null]);
  // Every word must be in the same text; a word of another announcement excludes it.
  for (const [search, texts] of [
    ['PERSONNEL fete', ['Fete du personnel']],
    ['fete coupure', []],
    ['%', []],
  ] as const) {
    const { announcements } = await administrator.ok(api.announcements.list, { query: { search } });
    expect([search, announcements.map(({ text }) => text)]).toEqual([search, texts]);
  }
});

it('An announcement of somebody whose account is deleted stays, written by nobody', async () => {
  const gone = await palabre.register();
  await palabre.makeAdministrator(gone);
  const { announcement } = await gone.ok(api.announcements.create, {
    body: { text: 'Je pars.', kind: 'info', endsAt: inDays(1) },
  });
  await gone.ok(api.accounts.remove, { params: { id: gone.id }, body: {} });
  const { announcements } = await administrator.ok(api.announcements.list);
  expect(announcements[0]).toMatchObject({ _id: announcement._id, text: 'Je pars.', by: null });
  expect(await shownTo(karim)).toEqual(['Je pars.']);
});
