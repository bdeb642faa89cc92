import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';

let palabre: Palabre;
let administrator: Person;
beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});

const fresh = () => `${crypto.randomUUID()}@exemple.fr`;
const askFor = (person: { id: string }, email: string) =>
  administrator.call(api.addresses.changeOf, { params: { id: person.id }, body: { email } });
async function mails(address: string) {
  for (const job of ['addresses.send', 'mail.send']) await jobsDone(palabre, job);
  return mailsTo(palabre.dataDir, address);
}

it('Mails about a change of address tell the time by the clock of their person, and the new address to its own mailbox alone', async () => {
  const [karim, email] = [await palabre.register({ firstName: 'Karim' }), fresh()];
  await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { timeZone: 'Pacific/Auckland' } });
  await askFor(karim, email);
  const strangers = await (await palabre.register()).connect();
  await karim.ok(api.addresses.confirm, { body: { otp: await codeSentTo(palabre, email) } });
  await strangers.none('updateUser');
  const [asked, changed] = await mails(karim.user.email);
  const [code] = await mails(email);
  for (const mail of [asked, changed, code]) {
    expect(mail?.text).toContain('(heure de la Nouvelle-Zélande)');
    expect(mail?.text).toContain('Bonjour Karim,');
  }
  expect(code?.text).toContain('Par\u00a0: Agathe Roy');
  for (const mail of [asked, changed]) {
    expect(mail?.text).toContain(`Nouvelle adresse\u00a0: ${email[0]}…@exemple.fr`);
    expect(mail?.text).not.toContain(email);
  }
});

it('The code of a change of address, and its mail, leave before what strangers ask for', async () => {
  const [karim, email] = [await palabre.register(), fresh()];
  const adding = vi.spyOn(palabre.services.jobs, 'add');
  const sending = vi.spyOn(palabre.services.mails, 'send');
  onTestFinished(() => {
    adding.mockRestore();
    sending.mockRestore();
  });
  await karim.ok(api.addresses.change, { body: { email } });
  await codeSentTo(palabre, email);
  const [keeping] = adding.mock.calls.flatMap(([name, , options]) => (name === 'addresses.send' ? [options] : []));
  expect([keeping?.whom, sending.mock.calls.find(([{ to }]) => to === email)?.[0].whom]).toEqual(['known', 'known']);
});

it('A change of address whose time is over by the clock of the database is mailed no code', async () => {
  const [karim, email] = [await palabre.register(), fresh()];
  await karim.ok(api.addresses.change, { body: { email } });
  await codeSentTo(palabre, email);
  await palabre.services.database.pool.query('UPDATE address_changes SET expires_at = now() WHERE user_id = $1', [
    karim.id,
  ]);
  await palabre.services.jobs.add('addresses.send', { userId: karim.id, email, language: 'fr', at: Date.now() });
  expect(await mails(email)).toHaveLength(1);
});

it('A change of address is neither asked for nor confirmed for who has no account', async () => {
  const nobody = { id: '0199f3c0-0000-7000-8000-000000000000' };
  const confirmed = await administrator.call(api.addresses.confirmOf, { params: nobody, body: { otp: '000000' } });
  for (const { status, body } of [await askFor(nobody, fresh()), confirmed])
    expect([status, body.code]).toEqual([404, 'user_not_found']);
});

it('A change of address is not asked for an account that is being suspended, nor by who is being deleted', async () => {
  const [karim, leaving, email] = [await palabre.register(), await palabre.register(), fresh()];
  for (const [statement, of, asking, code] of [
    [
      'UPDATE users SET suspended_at = now() WHERE id = $1',
      karim,
      () => askFor(karim, email),
      'address_change_refused',
    ],
    [
      'DELETE FROM users WHERE id = $1',
      leaving,
      () => leaving.call(api.addresses.change, { body: { email } }),
      'unauthorized',
    ],
  ] as const) {
    const held = await holdLock(palabre, statement, [of.id]);
    let isAnswered = false;
    const asked = asking().finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect((await asked).body.code).toBe(code);
  }
  expect(await mails(email)).toEqual([]);
});
