import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

/** Requests that read the account of their person once more. */
const asked: Record<string, (person: Person) => Promise<{ status: number; body: { code?: string } }>> = {
  'one’s profile': person => person.call(api.users.me),
  'a change of it': person => person.call(api.accounts.update, { params: { id: person.id }, body: { jobTitle: 'x' } }),
  'a new password': person =>
    person.call(api.accounts.changePassword, {
      params: { id: person.id },
      body: { oldPassword: person.password, newPassword: 'un tout autre mot' },
    }),
  'an identity proof': person => person.call(api.accounts.reauthenticate, { body: { password: person.password } }),
  'one’s hours': person => person.call(api.availability.own),
  'a change of them': person => person.call(api.availability.setHours, { body: { hours: null } }),
  'one’s absences': person => person.call(api.availability.setAbsences, { body: { absences: [] } }),
  'an export': person => person.raw('GET', '/api/user/me/export'),
};

it.each(Object.entries(asked))(
  'An account that is deleted elsewhere is asked for %s as by nobody, before its sessions are forgotten here',
  async (_what, ask) => {
    const person = await palabre.register();
    await person.ok(api.users.me);
    // The session stays in memory: no process tells of the deletion.
    await palabre.services.database.pool.query('DELETE FROM users WHERE id = $1', [person.id]);
    const { status, body } = await ask(person);
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  },
);
