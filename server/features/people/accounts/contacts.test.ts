import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { act, admit, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';

const palabre = await startPalabre();

const update = (person: Person, body: Record<string, unknown>) =>
  person.call(api.accounts.update, { params: { id: person.id }, body });
const seen = async (by: Person, of: Person) => (await by.ok(api.users.one, { params: { id: of.id } })).user;
const me = async (person: Person) => (await person.ok(api.users.me)).user;
const named = (person: Person) => ({
  _id: person.id,
  firstName: person.user.firstName,
  lastName: person.user.lastName,
});

/** Registers a person, a manager and a colleague who each share a workspace with them, and a stranger. */
async function people() {
  const [person, manager, colleague, stranger] = await Promise.all([
    palabre.register({ firstName: 'Camille', lastName: 'Moreau' }),
    palabre.register({ firstName: 'Hélène', lastName: 'Garnier' }),
    palabre.register({ firstName: 'Karim', lastName: 'Benali' }),
    palabre.register({ firstName: 'Yann', lastName: 'Riou' }),
  ]);
  await gather(person, manager);
  await gather(person, colleague);
  return { person, manager, colleague, stranger };
}

test('Hours, manager and deputy are shown to people who share a place with the person, and to nobody else', async () => {
  const { person, colleague, stranger } = await people();
  const work = { manager: 'Hélène Garnier', vacationReferee: 'L’accueil', startHour: '09:00', endHour: '17:30' };
  await update(person, work);
  expect(await seen(colleague, person)).toMatchObject(work);
  for (const field of [...Object.keys(work), 'email']) {
    expect(await seen(stranger, person)).not.toHaveProperty(field);
  }
  const { users } = await stranger.ok(api.users.search, { query: { search: 'Camille Moreau' } });
  expect(users.find(({ _id }) => _id === person.id)).not.toHaveProperty('manager');
});

test('Hours and address are shown to a person who shares nothing but a society, once they are in it', async () => {
  const [person, other] = [await palabre.register(), await palabre.register()];
  await update(person, { startHour: '09:00' });
  const society = await found(person, `Société ${person.id.slice(-8)}`);
  await admit(person, society, 'pending', other);
  expect(await seen(other, person)).not.toHaveProperty('email');
  await act(person, society, 'accept', other);
  expect(await seen(other, person)).toMatchObject({ email: person.user.email, startHour: '09:00' });
});

test('A picked manager is a link for people who share a place with both; others read the name as text', async () => {
  const { person, manager, colleague } = await people();
  const { body } = await update(person, { managerId: manager.id });
  expect(body.user).toMatchObject({ manager: 'Hélène Garnier', contacts: { manager: named(manager) } });
  expect(await seen(colleague, person)).toMatchObject({ manager: 'Hélène Garnier', contacts: { manager: null } });
  expect((await seen(manager, person)).contacts.manager).toEqual(named(manager));
  await gather(manager, colleague);
  expect((await seen(colleague, person)).contacts).toEqual({ manager: named(manager), vacationReferee: null });
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  expect((await seen(administrator, person)).contacts.manager).toEqual(named(manager));
});

test('A person near the manager but not near the account’s person is told of neither', async () => {
  const { person, manager, stranger } = await people();
  await update(person, { managerId: manager.id });
  await gather(manager, stranger);
  expect((await seen(stranger, person)).contacts).toEqual({ manager: null, vacationReferee: null });
});

test('A contact must share a place with the person and be someone else; a refusal changes nothing', async () => {
  const { person, stranger } = await people();
  for (const id of [stranger.id, person.id, '018f0000-0000-7000-8000-000000000000']) {
    for (const field of ['managerId', 'vacationRefereeId']) {
      const { status, body } = await update(person, { jobTitle: 'Maçonne', [field]: id });
      expect([status, (body as { code?: string }).code]).toEqual([404, 'user_not_found']);
    }
  }
  expect(await me(person)).toMatchObject({ jobTitle: null, manager: null });
  expect((await update(person, { managerId: 'personne' })).status).toBe(400);
});

test('A picked contact’s name follows their account, and stays as text when the account is deleted', async () => {
  const { person, manager } = await people();
  await update(person, { vacationRefereeId: manager.id });
  await update(manager, { lastName: 'Garnier-Petit' });
  expect((await me(person)).contacts.vacationReferee).toMatchObject({ lastName: 'Garnier-Petit' });
  await manager.ok(api.accounts.remove, { params: { id: manager.id }, body: {} });
  expect(await me(person)).toMatchObject({
    vacationReferee: 'Hélène Garnier',
    contacts: { manager: null, vacationReferee: null },
  });
});

test.each([
  ['another text', { manager: 'Karim' }, 'Karim', false],
  ['an empty text', { manager: '' }, null, false],
  ['no account', { managerId: null }, 'Hélène Garnier', false],
  ['the same text', { manager: 'Hélène Garnier' }, 'Hélène Garnier', true],
  ['something else', { jobTitle: 'Maçonne' }, 'Hélène Garnier', true],
])('A picked manager is followed by %s', async (_what, body, text, stays) => {
  const { person, manager } = await people();
  await update(person, { managerId: manager.id });
  await update(person, body);
  const user = await me(person);
  expect([user.manager, user.contacts.manager !== null]).toEqual([text, stays]);
});

test('A deputy who is picked no more stays as text, whatever the manager is', async () => {
  const { person, manager } = await people();
  await update(person, { manager: 'Karim', vacationRefereeId: manager.id });
  await update(person, { vacationRefereeId: null });
  expect(await me(person)).toMatchObject({
    manager: 'Karim',
    vacationReferee: 'Hélène Garnier',
    contacts: { manager: null, vacationReferee: null },
  });
});

test('Hours and contacts are told at once to people who share a place with the person, and to nobody else', async () => {
  const { person, manager, colleague, stranger } = await people();
  const [near, far] = [await colleague.connect(), await stranger.connect()];
  await update(person, { startHour: '08:30' });
  const mine = ({ _id }: { _id: string }) => _id === person.id;
  expect(await near.next('updateUser', mine)).toMatchObject({ startHour: '08:30', endHour: null, manager: null });
  await update(person, { managerId: manager.id });
  const told = await near.next('updateUser', mine);
  expect(told).toMatchObject({ startHour: '08:30', manager: 'Hélène Garnier' });
  expect(told).not.toHaveProperty('contacts');
  await far.none('updateUser');
});
